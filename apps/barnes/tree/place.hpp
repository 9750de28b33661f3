// Sorting bodies by where they are: blocks of them, then two sorted runs into one, part by part.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jackdaw::apps::barnes {

/// Where a body is. No two are equal, so there is one order only, whatever sorts them.
struct place {
  std::uint64_t key;    ///< in Morton order
  std::uint32_t index;  ///< which body

  friend constexpr auto operator<=>(const place&, const place&) = default;
};

/// How many of the first `count` of both ranges, merged, are from `a`. Both are sorted.
[[nodiscard]] inline std::size_t taken_from_first(std::span<const place> a, std::span<const place> b,
                                                  std::size_t count) {
  std::size_t least = count > b.size() ? count - b.size() : 0;
  std::size_t most = std::min(count, a.size());
  while (least < most) {
    const std::size_t middle = least + (most - least) / 2;
    if (a[middle] < b[count - middle - 1])
      least = middle + 1;
    else
      most = middle;
  }
  return least;
}

/// Merges two sorted runs of `run` places, or what is left of them at the end of `from`: those that come to
/// `first` … `last` - 1 of `to`, all within the same two runs. Different parts may be merged at the same time.
inline void merge_part(std::span<const place> from, std::size_t run, std::size_t first, std::size_t last,
                       std::span<place> to) {
  const std::size_t begin = first / (2 * run) * (2 * run);
  const std::size_t middle = std::min(from.size(), begin + run);
  const auto a = from.subspan(begin, middle - begin);
  const auto b = from.subspan(middle, std::min(from.size(), middle + run) - middle);
  const std::size_t a_first = taken_from_first(a, b, first - begin);
  const std::size_t a_last = taken_from_first(a, b, last - begin);
  const auto part_a = a.subspan(a_first, a_last - a_first);
  const auto part_b = b.subspan(first - begin - a_first, (last - first) - part_a.size());
  std::merge(part_a.begin(), part_a.end(), part_b.begin(), part_b.end(),
             to.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace jackdaw::apps::barnes
