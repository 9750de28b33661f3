// A fence that costs nothing on one side and much on the other.
//
// Two threads that each write one word and then read the other's (Dekker) need a full fence on both sides, or
// one of them may miss the other. Where one side is frequent (a put) and the other rare (a worker that parks),
// membarrier(2) lets the rare side execute the fence for all threads. It returns when every running thread of the
// process has passed a full fence. Costs here: light 0, heavy 0.2 µs when the process has one running thread, about
// 20 µs otherwise. Where the kernel refuses membarrier from the start, both sides fall back to a full fence. Then no
// thread may rely on a fence on behalf of threads that execute none.
//
// AF-F1  Both sides write first, pass the fence, and then read. So of two threads that meet, one sees the other's
//        write.
//
// AF-A1  A heavy() returns only when every thread has passed a fence since it began. Mostly this is done by
//        membarrier. A process that had membarrier may be refused it later, by a seccomp filter that the program has
//        installed. Then heavy() waits for settle_time. What another processor has written before leaves its store
//        buffer by then: a buffer holds some dozens of writes, and empties within microseconds, whatever runs there.
//        What that processor reads later, it reads after that. No standard says so, as none knows membarrier. So all
//        assumptions still hold; but each heavy() takes a millisecond.
//
// ThreadSanitizer does not know membarrier. There a light() is nothing, and two threads that execute heavy() are
// ordered by the stand-in for its full fence (full_fence.hpp), which orders more than a fence. So it is no witness for
// what these fences order; schedule tests are.
#pragma once

#if defined(JACKDAW_EXPLORE_SCHEDULES)

#include <jackdaw/simulated/explored_fence.hpp>

namespace jackdaw::base {

using asymmetric_fence = simulated::explored_asymmetric_fence;

}  // namespace jackdaw::base

#else

#include <cstdint>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/compiler_fence.hpp>
#include <jackdaw/base/full_fence.hpp>

namespace jackdaw::base {

class asymmetric_fence {
 public:
  /// How long a heavy() waits where membarrier was offered when the process began and is refused now.
  static constexpr std::int64_t settle_time = 1'000'000;  // nanoseconds

  /// The frequent side: after the write, before the read.
  static void light() noexcept {
    if (available()) [[likely]] {
      compiler_fence();  // AF-F1: the compiler keeps the order; the processor by heavy()
    } else {
      full_fence();  // AF-F1
    }
  }

  /// The rare side: after the write, before the read. Pairs with every light() of the process, and, where available(),
  /// with threads that only keep the compiler from reordering. AF-A1
  static void heavy() noexcept {
    full_fence();                                                  // AF-F1: own writes before own reads
    if (available() && !fence_all_threads()) wait_for_settling();  // AF-F1: and those of all threads
  }

  /// Whether the kernel has offered membarrier to this process. Decided once, before main.
  [[nodiscard]] static bool available() noexcept { return available_; }

 private:
  static bool register_process() noexcept {
    const long offered = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
    if (offered < 0 || (offered & MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0) return false;
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  }

  /// False where the kernel refuses: then no other thread has passed a fence.
  static bool fence_all_threads() noexcept {
    return syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
  }

  /// AF-A1. By the clock, since what refuses membarrier may refuse sleep, too.
  [[gnu::noinline, gnu::cold]] static void wait_for_settling() noexcept {
    const std::int64_t end = nanoseconds_now() + settle_time;
    for (std::int64_t left = settle_time; left > 0; left = end - nanoseconds_now()) sleep_nanoseconds(left);
    full_fence();  // AF-F1: what has settled before what is read
  }

  inline static const bool available_ = register_process();
};

}  // namespace jackdaw::base

#endif
