// Hood's thief: it yields between attempts, and lowers its priority if it keeps failing.
#pragma once

#include <sched.h>

#include <jackdaw/base/processors/lowered_policy.hpp>
#include <jackdaw/base/processors/thread_priority.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

namespace jackdaw::working {

/// Source: BP98 section 3.2. Failed looks without a system call come first (`Free`), then looks with a
/// sched_yield between them. After `BeforeLowering` of these the thread lowers its priority, once. It is
/// restored when the search ends: at work in sight, or before the worker parks.
///
/// Decisions and deviations. An attempt of the paper is at one deque, a look here is at all of them. The paper delays
/// a system call until the attempts that went before have cost as much. A yield costs about half a microsecond, a
/// change of priority two, and a look some tens of nanoseconds: this makes the defaults. The paper restores the
/// priority once a thief has stolen. Here that is when it sees work, because the steal itself is the pool's. Besides,
/// the thread of the caller of run() must not leave with less than it came with. Solaris' priocntl is a nice value or
/// SCHED_BATCH here (base/processors/thread_priority.hpp). The paper's processes never sleep; ours park after
/// `Yields` yields, some milliseconds, since they outlive their computation. `Lowered`: lower() and restore() the
/// calling thread's rank, as base::lowered_priority.
template <int Free, int BeforeLowering, int Yields, class Lowered = base::lowered_priority>
struct spin_lower_yield {
  static bool search(auto& ready) {
    for (int i = 0; i < Free; ++i) {
      if (ready()) return true;
      base::pause();
    }
    Lowered priority;
    for (int i = 0; i < Yields; ++i) {
      if (ready()) return true;
      if (i == BeforeLowering) priority.lower();
      sched_yield();
    }
    return ready();
  }
};

template <int Free, int BeforeLowering, int Yields, class Lowered = base::lowered_priority>
using lower_then_yield_for = search_then_park<spin_lower_yield<Free, BeforeLowering, Yields, Lowered>>;

/// To compare with: a worker without work lowers its priority, then yields, as in BP98 section 3.2 (spin_lower_yield).
using lower_then_yield = lower_then_yield_for<16, 8, 10'000>;

/// To compare with: by the kernel's scheduling policy instead (base/processors/lowered_policy.hpp). An ordinary
/// user's threads cannot leave SCHED_IDLE, so with the second one they only yield. A thread that has SCHED_IDLE
/// hardly runs while others compute, also on its way back. So it is not in the catalogue.
using batch_then_yield = lower_then_yield_for<16, 8, 10'000, base::lowered_policy<SCHED_BATCH>>;
using idle_then_yield = lower_then_yield_for<16, 8, 10'000, base::lowered_policy<SCHED_IDLE>>;

static_assert(idle_policy<lower_then_yield> && idle_policy<idle_then_yield>);

}  // namespace jackdaw::working
