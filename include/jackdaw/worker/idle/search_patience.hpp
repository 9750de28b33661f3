// How long a worker without work searches before it parks: longer, while it is always woken soon after it has parked.
//
// To park and to be woken costs the worker some tens of microseconds, and its waker a system call. A worker whose
// sleeps are not much longer than that should rather search on; one that sleeps for long wastes what it searches.
// Source: competitive spinning, where the last waits tell how long to spin (Karlin, Li, Manasse, Owicki: Empirical
// Studies of Competitive Spinning for a Shared-Memory Multiprocessor, SOSP 1991).
#pragma once

#include <algorithm>

namespace jackdaw::working {

/// Of one worker. Threads: that worker.
class search_patience {
 public:
  static constexpr double short_sleep = 100e-6;  // seconds; about twice what it takes to wake a worker here

  /// How often it searches before it parks.
  [[nodiscard]] int rounds() const noexcept { return rounds_; }

  /// It has been parked for so many seconds. `most` times it searches at most.
  void slept(double seconds, int most) noexcept {
    rounds_ = seconds < short_sleep ? std::min(2 * rounds_, most) : std::max(rounds_ / 2, 1);
  }

 private:
  int rounds_ = 1;
};

}  // namespace jackdaw::working
