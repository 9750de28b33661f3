// A fence for the compiler alone: what stands before it stays before what stands behind it.
//
// The processor may change the order all the same, unless another thread executes a fence for this one
// (asymmetric_fence.hpp). Such a fence orders nothing that the compiler was free to exchange. So each thread that
// relies on the heavy fence of another one has a compiler_fence() between its write and its read. Costs nothing.
#pragma once

#if defined(JACKDAW_EXPLORE_SCHEDULES)

#include <jackdaw/simulated/explored_fence.hpp>

namespace jackdaw::base {

using simulated::compiler_fence;

}  // namespace jackdaw::base

#else

#include <atomic>

namespace jackdaw::base {

inline void compiler_fence() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }  // AF-F1

}  // namespace jackdaw::base

#endif
