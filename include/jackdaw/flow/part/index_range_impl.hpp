// The functions of flow/part/index_range.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include <jackdaw/flow/part/index_range.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE void require_inside(std::span<const index_range> where, std::size_t size) {
  for (const index_range each : where) {
    if (each.from <= each.to && each.to <= size) continue;
    throw std::out_of_range("a part has the indices " + std::to_string(each.from) + " to " +
                            std::to_string(each.to) + " of an object with " + std::to_string(size) +
                            "; expected from <= to <= " + std::to_string(size));
  }
}

JACKDAW_INLINE void require_inside(std::span<const index_range> where, std::span<const index_range> around) {
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

}  // namespace jackdaw::dataflow
