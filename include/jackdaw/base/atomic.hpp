// The atomic type of the library: std::atomic, or, in the schedule tests, one that explores interleavings.
//
// A schedule test is compiled with JACKDAW_EXPLORE_SCHEDULES. Then every operation on a base::atomic first hands the
// token to a thread chosen by a seeded generator. So one seed is one interleaving, which can be replayed at will. The
// exploration is sequentially consistent: it finds lost steps, not missing memory orders (ThreadSanitizer and the
// stress tests look for those).
#pragma once

#if defined(JACKDAW_EXPLORE_SCHEDULES)

#include <jackdaw/base/explore/explored_atomic.hpp>

namespace jackdaw::base {

template <class T>
using atomic = explored_atomic<T>;

}  // namespace jackdaw::base

#else

#include <atomic>

namespace jackdaw::base {

template <class T>
using atomic = std::atomic<T>;

}  // namespace jackdaw::base

#endif

namespace jackdaw::base {

inline constexpr auto relaxed = std::memory_order_relaxed;
inline constexpr auto acquire = std::memory_order_acquire;
inline constexpr auto release = std::memory_order_release;
inline constexpr auto acq_rel = std::memory_order_acq_rel;
inline constexpr auto seq_cst = std::memory_order_seq_cst;

}  // namespace jackdaw::base
