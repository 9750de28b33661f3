// A fence for both sides of Dekker's pattern: own writes before it, own reads after it.
//
// ThreadSanitizer does not model free-standing fences, and g++ refuses to compile them there (-Wtsan). Under it they
// are sequentially consistent read-modify-writes of one word, which it does understand. They order more than a fence:
// each thread that executes one sees all that others did before theirs, plain data included. So an order that is
// missing between two such threads goes unreported. Schedule tests have the fence itself
// (simulated/explored_fence.hpp).
//
// FF-F2  Both sides write first, pass this fence, and then read. So of two threads that meet, one sees the other's
//        write.
#pragma once

#if defined(JACKDAW_EXPLORE_SCHEDULES)

#include <jackdaw/simulated/explored_fence.hpp>

namespace jackdaw::base {

using simulated::full_fence;

}  // namespace jackdaw::base

#else

#include <atomic>

#if defined(__SANITIZE_THREAD__)
#define JACKDAW_FENCE_IS_OPERATION 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define JACKDAW_FENCE_IS_OPERATION 1
#endif
#endif

namespace jackdaw::base {

#if defined(JACKDAW_FENCE_IS_OPERATION)

namespace detail {
inline std::atomic<unsigned> passed_by_all{0};
}

/// FF-F2
inline void full_fence() noexcept { detail::passed_by_all.fetch_add(1, std::memory_order_seq_cst); }

#else

/// Cost: some ten nanoseconds. Any thread.
/// FF-F2
inline void full_fence() noexcept { std::atomic_thread_fence(std::memory_order_seq_cst); }

#endif

}  // namespace jackdaw::base

#endif
