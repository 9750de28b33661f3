// Whether a worker gives away a task that is alone in its deque.
//
// It would take that task next. Where each task puts one other, that task would change hands again and again, and no
// worker would gain. But others should have it in two cases: they sleep and are woken for it, or the worker's current
// task is long. Why, with figures: docs/lab/scheduler/split-pool.md. Callers: its worker; was_missed() a thief
// that has stolen from it by force.
#pragma once

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/clock.hpp>

namespace jackdaw::pool {

/// Of one worker. Cost: a look at a word; at the clock where it gives one away.
class singleton_sharing {
 public:
  /// Whether one that it puts now stays its own. `asleep`: a worker sleeps, and is woken for it. This is asked after
  /// the worker has had its time for the task. So that task is given away, unless one has been just before.
  [[nodiscard]] bool stay(bool asleep) noexcept {
    if (are_missed_.load(base::relaxed)) return false;
    if (!asleep) return true;
    const double now = base::seconds_now();
    if (now < next_) return true;
    next_ = now + seconds_between;
    return false;
  }

  /// It has given one away.
  void was_given() noexcept {
    if (are_missed_.load(base::relaxed)) given_at_ = base::seconds_now();
  }

  /// A thief had to steal one by force, as the worker was busy for long: from now on it gives them away, until …
  void was_missed() noexcept { are_missed_.store(true, base::relaxed); }

  /// … it looks for the next task so soon after it gave one away that it would have done better to keep it.
  void comes_back() noexcept {
    if (given_at_ <= 0) return;
    if (base::seconds_now() - given_at_ < soon) are_missed_.store(false, base::relaxed);
    given_at_ = 0;
  }

 private:
  static constexpr double seconds_between = 50e-6;  // of those given away for sleepers
  static constexpr double soon = 5e-6;              // about as long as a thief waits for an answer

  double next_ = 0;      // a task for a sleeper is given away from this time on
  double given_at_ = 0;  // when one was given away that is not judged yet; 0: nothing to judge
  base::atomic<bool> are_missed_{false};  // a hint: a thief sets it, the worker clears it
};

}  // namespace jackdaw::pool
