// Sleeping until a condition holds, whatever it is: no thread has to know which others wait, nor for what.
//
// Source: WSL06 section 3 (the directives sleepuntil and yield). Callers: any thread calls sleep_until; a thread
// that has changed something that a predicate may look at calls notify. Crews do so when an item is put, a round is
// over or a member leaves. Schedulers do so when a thread that is no worker puts a task, when hidden tasks become
// visible, and when a phase ends. They do not in the puts of their tasks, which are to stay free of it.
// What changes otherwise is found by a timer.
// Word: bit 0, a thread sleeps or is about to; bits 1-31, how many notifications have found that.
// Invariants
//   SU-I1  no notification is lost. A thread that is about to sleep sets bit 0, passes the heavy fence, tests its
//          predicate, and sleeps only while the word is as it has left it. A notifier has made its change, passes the
//          light fence, and looks at bit 0 (AF-F1 in base/asymmetric_fence.hpp). So either the test sees the change, or
//          the notifier sees the bit, and the word is another one.
//   SU-I2  only a notification clears bit 0, and it wakes all. One that loses the race to do so has nothing left to do:
//          the word has changed after its own change. So a thread that sleeps on the new one has passed a fence and
//          tested since.
//   SU-I3  a bit that has been left by a thread that did not sleep after all costs one notification a system call.
//   SU-I4  a change without a notification is seen longest_sleep after it at the latest, once the thread gets a
//          processor: the sleeps of one call last shortest_sleep, twice that, and so on, up to longest_sleep.
// Orderings: SU-E1 notify -> sleep_until: what was written before. Progress: notify is wait-free.
// The count comes round after 2^31 notifications, which takes bit 0 with it as any other one does. A thread that sleeps
// through exactly so many is in the case of SU-I4.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <sched.h>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/base/threads/futex.hpp>

namespace jackdaw::sync {

/// Threads that sleep until something has changed. There is one for the whole process, behind the functions
/// below; others are for callers that want fewer threads to be woken in vain.
class sleepers {
 public:
  static constexpr std::int64_t shortest_sleep = 50'000;     ///< nanoseconds
  static constexpr std::int64_t longest_sleep = 12'800'000;  ///< nanoseconds
  static constexpr std::uint32_t largest_count = std::numeric_limits<std::uint32_t>::max() >> 1U;

  /// `notified`: where the count of notifications begins, at most largest_count; tests begin near its end.
  constexpr explicit sleepers(std::uint32_t notified = 0) noexcept : word_(notified << 1U) {}

  /// As sync::sleep_until, for changes that this object is told of.
  template <class Predicate>
  void sleep_until(Predicate&& predicate) {
    if (predicate()) return;
    std::uint32_t announced = 0;
    for (std::int64_t most = shortest_sleep;; most = std::min(2 * most, longest_sleep)) {
      const std::uint32_t seen = word_.fetch_or(asleep, base::acquire) | asleep;  // SU-E1: pairs with notify
      if (seen != std::exchange(announced, seen)) base::asymmetric_fence::heavy();  // SU-I1
      if (predicate()) return;                                                      // SU-I1: once more
      JACKDAW_SLOW_PLACE("sleep_until: about to sleep");
      const base::tally::sleep counted;
      base::futex_wait_for(word_, seen, most);
    }
  }

  /// Something has changed. Wakes all that sleep, to look again.
  void notify() noexcept {
    base::asymmetric_fence::light();  // SU-I1: between the change and the look at bit 0
    std::uint32_t seen = word_.load(base::relaxed);
    JACKDAW_SLOW_PLACE("notify: the word is read");
    if ((seen & asleep) == 0) [[likely]]
      return;
    if (word_.compare_exchange_strong(seen, seen + 1, base::release,
                                      base::relaxed))  // SU-E1 -> sleep_until; SU-I2
      base::futex_wake(word_, std::numeric_limits<int>::max());
  }

  /// Whether a thread sleeps or is about to; also for a while after the last one has gone (SU-I3).
  [[nodiscard]] bool announced() const noexcept { return (word_.load(base::relaxed) & asleep) != 0; }

 private:
  static constexpr std::uint32_t asleep = 1;
  alignas(base::cache_line) base::futex_word word_;
};

namespace detail {
inline sleepers of_process;
}

/// The calling thread sleeps until `predicate()` is true: WSL06's `#pragma omp sleepuntil (expression)`.
///
/// The predicate is called by this thread, any number of times: first, after every change that is told of, and
/// by a timer. It reads what other threads write, so that has to be atomic or under a lock. Returns after a
/// call that was true; that may not be so any more, and a condition that holds for a moment may be missed. Inside
/// a task it keeps the worker from all other tasks, so only where another worker can make the condition true. `after`
/// makes a continuation, which keeps no worker.
///
///     std::atomic<bool> ready{false};
///     jackdaw::sleep_until([&] { return ready.load(); });
///     // another thread: ready = true; jackdaw::notify();
///
/// Threads: any. Cost: of the predicate where it holds at once; else some microseconds until the thread sleeps. Uses no
/// processor meanwhile but for the tests: first after 50 µs, then at intervals that double up to 12.8 ms. Throws
/// what the predicate throws.
template <class Predicate>
void sleep_until(Predicate&& predicate) {
  detail::of_process.sleep_until(std::forward<Predicate>(predicate));
}

/// Something has changed that a predicate may look at: sleeping threads test again, now. Without it they find out by
/// their timers.
///     ready = true;
///     notify();
///
/// Threads: any. Cost: a load while no thread sleeps, else a system call.
inline void notify() noexcept { detail::of_process.notify(); }

/// Gives the processor to another thread that waits for one, of this process or not; returns at once when
/// there is none: WSL06's `#pragma omp yield`. A loop that calls it is still busy waiting where processors are free:
/// sleep_until() sleeps.
///     while (!ready.load()) yield();
///
/// Cost: a system call. Threads: any.
inline void yield() noexcept { sched_yield(); }

}  // namespace jackdaw::sync
