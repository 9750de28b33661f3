// Test-and-test-and-set with polite waiting.
//
// Ordering: SL-L1 unlock -> lock, try_lock: what was written in the section.
#pragma once

#include <sched.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/sync/lock.hpp>

namespace jackdaw::sync {

/// A lock for sections of some tens of instructions. Not for sections that may sleep or call user code.
///
/// Source: KR02 section 4.3 (spin locks), BP98 section 4 (test-and-test-and-set). Cost: one exchange when
/// free. Progress: blocking. Size: one word. `SpinsBeforeYield`: after how many looks the waiter yields
/// between them, because the holder may have lost its processor.
template <unsigned SpinsBeforeYield>
class spin_lock_for {
 public:
  void lock() noexcept {
    base::tally::lock_wait waited;
    for (unsigned tries = 0; taken_.exchange(true, base::acquire); ++tries) {  // SL-L1: pairs with unlock
      if (tries == 0) waited.begin();
      while (taken_.load(base::relaxed)) {
        if (SpinsBeforeYield == never || ++tries < SpinsBeforeYield) {
          base::pause();
        } else {
          sched_yield();
        }
      }
    }
  }

  [[nodiscard]] bool try_lock() noexcept {
    return !taken_.load(base::relaxed) && !taken_.exchange(true, base::acquire);  // SL-L1: pairs with unlock
  }

  /// Whether a thread holds it; old when it is read, and orders nothing.
  [[nodiscard]] bool looks_taken() const noexcept { return taken_.load(base::relaxed); }

  void unlock() noexcept {
    taken_.store(false, base::release);
  }  // SL-L1: publishes the section -> lock, try_lock

 private:
  static constexpr unsigned never = 0;
  base::atomic<bool> taken_{false};
};

/// The one to take. Deviation from the papers: after a short spin the waiter yields.
using spin_lock = spin_lock_for<100>;

/// As in the papers: the waiter spins on, also while the holder is preempted. Only to compare with (BP98
/// section 4; T15 section 5.2).
using stubborn_spin_lock = spin_lock_for<0>;

static_assert(lock<spin_lock>);

}  // namespace jackdaw::sync
