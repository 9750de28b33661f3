// Cilk's cilksort: merge sort of four quarters, whose merges are divided, too. How the work is divided, and the
// serial ends of it; not which threads run it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace jackdaw::apps::msort {

inline constexpr std::ptrdiff_t leaf = 2048;  ///< as many numbers are sorted, or merged, serially

/// Some numbers, and as much room beside them.
struct range {
  int* first;
  int* room;
  std::ptrdiff_t count;

  [[nodiscard]] bool is_leaf() const { return count <= leaf; }

  [[nodiscard]] std::array<range, 4> quarters() const {
    const std::ptrdiff_t q = count / 4;
    return {{{first, room, q},
             {first + q, room + q, q},
             {first + 2 * q, room + 2 * q, q},
             {first + 3 * q, room + 3 * q, count - 3 * q}}};
  }
};

/// Two sorted ranges, and where they are to be merged to.
struct merge {
  static constexpr std::string_view name = "merge";
  const int* a;
  const int* a_end;
  const int* b;
  const int* b_end;
  int* out;

  [[nodiscard]] bool is_leaf() const { return (a_end - a) + (b_end - b) <= leaf; }

  /// Two merges that come to the same: cut at the median of the longer range.
  [[nodiscard]] std::pair<merge, merge> halves() const {
    if (a_end - a < b_end - b) return merge{b, b_end, a, a_end, out}.halves();
    const int* const cut = a + (a_end - a) / 2;
    const int* const other = std::lower_bound(b, b_end, *cut);
    return {{a, cut, b, other, out}, {cut, a_end, other, b_end, out + (cut - a) + (other - b)}};
  }

  /// A leaf. Which number comes next is computed, not branched on: for random numbers a branch would be wrong
  /// every second time.
  void compute() const {
    const int* next_a = a;
    const int* next_b = b;
    int* to = out;
    while (next_a != a_end && next_b != b_end) {
      const int x = *next_a;
      const int y = *next_b;
      const bool second = y < x;
      *to++ = second ? y : x;
      next_b += static_cast<std::ptrdiff_t>(second);
      next_a += static_cast<std::ptrdiff_t>(!second);
    }
    to = std::copy(next_a, a_end, to);
    std::copy(next_b, b_end, to);
  }
};

/// Of four sorted quarters, the two merges into the room, then the one back.
[[nodiscard]] inline merge first_merge(const std::array<range, 4>& q) {
  return {q[0].first, q[1].first, q[1].first, q[2].first, q[0].room};
}
[[nodiscard]] inline merge second_merge(const std::array<range, 4>& q) {
  return {q[2].first, q[3].first, q[3].first, q[3].first + q[3].count, q[2].room};
}
[[nodiscard]] inline merge last_merge(const std::array<range, 4>& q) {
  return {q[0].room, q[2].room, q[2].room, q[3].room + q[3].count, q[0].first};
}

inline void sort_leaf(const range& r) { std::sort(r.first, r.first + r.count); }

}  // namespace jackdaw::apps::msort
