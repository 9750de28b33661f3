// Some of the indices of an object that has parts.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <jackdaw/base/compiled.hpp>

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
void require_inside(std::span<const index_range> where, std::size_t size);

/// Throws std::out_of_range unless each of `where` lies in one of `around`.
void require_inside(std::span<const index_range> where, std::span<const index_range> around);

}  // namespace dataflow

}  // namespace jackdaw

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/part/index_range_impl.hpp>
#endif
