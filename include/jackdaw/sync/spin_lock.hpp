// Test-and-test-and-set with polite waiting.
#pragma once

#include <sched.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/pause.hpp>
#include <jackdaw/sync/lock.hpp>

namespace jackdaw::sync {

/// A lock for sections of some tens of instructions. Not for sections that may sleep or call user code.
///
/// Source: KR02 section 4.3 (spin locks), BP98 section 4 (test-and-test-and-set). Deviation: after a short
/// spin the waiter yields, because the holder may have lost its processor; the papers spin on. Cost: one
/// exchange when free. Progress: blocking. Size: one word.
class spin_lock {
 public:
  void lock() noexcept {
    for (unsigned tries = 0; taken_.exchange(true, base::acquire); ++tries) {  // L1: pairs with unlock
      while (taken_.load(base::relaxed)) {
        if (++tries < spins_before_yield) {
          base::pause();
        } else {
          sched_yield();
        }
      }
    }
  }

  [[nodiscard]] bool try_lock() noexcept {
    return !taken_.load(base::relaxed) && !taken_.exchange(true, base::acquire);  // L1: pairs with unlock
  }

  /// Whether somebody holds it; old when it is read.
  [[nodiscard]] bool looks_taken() const noexcept { return taken_.load(base::acquire); }  // L1

  void unlock() noexcept {
    taken_.store(false, base::release);
  }  // L1: publishes the section -> lock, try_lock

 private:
  static constexpr unsigned spins_before_yield = 100;
  base::atomic<bool> taken_{false};
};

static_assert(lock<spin_lock>);

}  // namespace jackdaw::sync
