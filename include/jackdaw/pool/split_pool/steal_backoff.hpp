// When a thief without work may request work again, and when it leaves the others alone.
//
// Callers: a thief of the default pool, its own one. Cost: a look at the clock each. Why it helps, with figures:
// docs/lab/scheduler/split-pool.md.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/short_pause.hpp>

namespace jackdaw::pool {

/// Of one worker. Threads: that worker.
class steal_backoff {
 public:
  static constexpr double shortest_rest = 1.5e-6;
  static constexpr double longest_rest = 48e-6;
  // About twice as long as a thief waits for an answer before it steals by force from an owner.
  static constexpr double long_task = 10e-6;

 private:
  // An answer costs its owner some ten puts. So a thief that has no work again at once waits before its next steal
  // request: then there is more to answer with.
  static constexpr double seconds_between_requests = 1.5e-6;
  // Each task that changes hands costs both sides some cache misses. Where stolen tasks keep their thief busy for
  // less than that, it rests, each time twice as long, and leaves them to their owner.
  static constexpr double worth_a_theft = 120e-9;  // seconds a task
  // In one go, since a thief may wait for something else, too: 1 us of short ones.
  static constexpr int rest_pauses = 20;

 public:
  /// The time before which it does not request work.
  [[nodiscard]] double next_request() const noexcept { return next_request_; }

  /// The same for a thief that cannot wait for longer than an answer takes.
  [[nodiscard]] double soon() const noexcept {
    return std::min(next_request_, base::seconds_now() + seconds_between_requests);
  }

  /// It requests work now.
  void requests_work() noexcept {
    next_request_ = base::seconds_now() + std::max(vain_, seconds_between_requests);
  }

  /// Its steal request has brought nothing: the next one is for later, each time twice as late.
  void requested_in_vain() noexcept {
    vain_ = std::clamp(2 * vain_, seconds_between_requests, longest_rest);
    next_request_ = base::seconds_now() + vain_;
  }

  /// It has got so many tasks.
  void got(std::size_t tasks) noexcept {
    stolen_at_ = base::seconds_now();
    stolen_ = tasks;
    next_request_ = stolen_at_ + seconds_between_requests;
    vain_ = 0;
  }

  /// Whether the tasks that it stole before these were so long that their owner will be busy, too, when it comes
  /// again. Then it requests work beforehand.
  [[nodiscard]] bool tasks_are_long() const noexcept { return long_; }

  /// It has no work again: whether it still leaves the others alone, after a short pause.
  [[nodiscard]] bool rests() noexcept {
    const double now = base::seconds_now();
    if (const double stolen = static_cast<double>(std::exchange(stolen_, 0)); stolen > 0) {
      const double busy = now - stolen_at_;
      const bool worthwhile = busy > worth_a_theft * stolen;
      long_ = busy > long_task * stolen;
      rest_ = worthwhile ? 0 : std::clamp(2 * rest_, shortest_rest, longest_rest);
      next_theft_ = now + rest_;
    }
    if (now >= next_theft_) return false;
    for (int i = 0; i < rest_pauses; ++i) base::short_pause();
    return base::seconds_now() < next_theft_;
  }

 private:
  double next_request_ = 0;
  double vain_ = 0;        // how long it has waited after the last steal request, where that was in vain
  double next_theft_ = 0;  // not before this time
  double rest_ = 0;        // how long it has rested last
  double stolen_at_ = 0;
  std::size_t stolen_ = 0;  // tasks, the last time; 0: that is judged
  bool long_ = false;       // the tasks were long, when they were judged last
};

}  // namespace jackdaw::pool
