// Some of the indices of an object that has parts.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace jackdaw {

/// The indices from `from` to `to`, without `to`.
///     matrix.part(index_range{4, 8}, rows);
struct index_range {
  std::size_t from = 0;  ///< the first index
  std::size_t to = 0;    ///< one behind the last
};

namespace dataflow {

/// Where a part lies, as one range or several.
using one_range = std::array<index_range, 1>;
using several_ranges = std::vector<index_range>;

/// Throws std::out_of_range unless `where` lies in [0, size).
inline void require_inside(std::span<const index_range> where, std::size_t size) {
  for (const index_range each : where) {
    if (each.from <= each.to && each.to <= size) continue;
    throw std::out_of_range("a part has the indices " + std::to_string(each.from) + " to " +
                            std::to_string(each.to) + " of an object with " + std::to_string(size) +
                            "; expected from <= to <= " + std::to_string(size));
  }
}

/// Throws std::out_of_range unless each of `where` lies in one of `around`.
inline void require_inside(std::span<const index_range> where, std::span<const index_range> around) {
  for (const index_range each : where) {
    bool inside = each.from == each.to;
    for (const index_range other : around)
      inside = inside || (each.from <= each.to && other.from <= each.from && each.to <= other.to);
    if (inside) continue;
    std::string ranges;
    for (const index_range other : around)
      ranges += (ranges.empty() ? "" : ", ") + std::to_string(other.from) + " to " + std::to_string(other.to);
    throw std::out_of_range("a part of a part has the indices " + std::to_string(each.from) + " to " +
                            std::to_string(each.to) +
                            "; expected them inside one range of that part: " + ranges);
  }
}

}  // namespace dataflow

}  // namespace jackdaw
