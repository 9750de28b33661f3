// The atomic type of the library: std::atomic, or, in the schedule tests, one that explores interleavings.
//
// A schedule test is compiled with JACKDAW_EXPLORE_SCHEDULES. Then every operation on a base::atomic is a step of the
// explorer: a seed says which thread goes on, and which of the stores that the memory model allows a load sees
// (simulated/explorer.hpp). The same seed gives the same execution.
#pragma once

#if defined(JACKDAW_EXPLORE_SCHEDULES)

#include <jackdaw/simulated/explored_atomic.hpp>
#include <jackdaw/simulated/explored_atomic_ref.hpp>

namespace jackdaw::base {

template <class T>
using atomic = simulated::explored_atomic<T>;
template <class T>
using atomic_ref = simulated::explored_atomic_ref<T>;

}  // namespace jackdaw::base

#else

#include <atomic>

namespace jackdaw::base {

template <class T>
using atomic = std::atomic<T>;
template <class T>
using atomic_ref = std::atomic_ref<T>;

}  // namespace jackdaw::base

#endif

namespace jackdaw::base {

inline constexpr auto relaxed = std::memory_order_relaxed;
inline constexpr auto acquire = std::memory_order_acquire;
inline constexpr auto release = std::memory_order_release;
inline constexpr auto acq_rel = std::memory_order_acq_rel;
inline constexpr auto seq_cst = std::memory_order_seq_cst;

}  // namespace jackdaw::base
