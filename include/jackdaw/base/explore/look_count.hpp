// How many elements of lists have been looked at. Tests count it, to see how costs grow with the number of tasks.
//
// A program that defines JACKDAW_COUNT_LOOKS, in all of its files, counts. Otherwise nothing is compiled.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>

namespace jackdaw::base {

#if defined(JACKDAW_COUNT_LOOKS)

inline atomic<std::uint64_t> looks_so_far{0};

/// Called for each element of a list, a tree or a table that is walked, where there may be many.
inline void look() noexcept { looks_so_far.fetch_add(1, relaxed); }

#else

inline void look() noexcept {}

#endif

}  // namespace jackdaw::base
