// When a worker's thread had no processor, for observers that take times: noticed at the event after it.
//
// The clock of an observer goes on while its thread is preempted, or waits for a lock or a file. What it gains on the
// thread's CPU clock is the time without a processor. The CPU clock is a system call, so it is read only at an event
// that comes more than interval() after the last reading. So
//   AB-A1  a thread that was away for longer than interval() is noticed at the event after it. What is missing then
//          belongs to the stretch between this event and the one before it, and is not more than that stretch;
//   AB-A2  of what is missing, at most interval() is charged to a wrong stretch.
// interval() is 50 µs, or a hundred times what the reading itself takes, if that is more: so readings take 1 % of a
// worker's time at most. But half a millisecond is the longest, since a reading may be interrupted itself. A shorter
// interruption is not noticed. Sleep for lack of work is reported by slept(), and does not count.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <utility>

#include <jackdaw/base/threads/thread_times.hpp>

namespace jackdaw::observe {

/// Nanoseconds without a processor.
struct absence {
  std::uint64_t nanoseconds = 0;
  bool blocked = false;  ///< the thread had to wait for something; else another thread had its processor
};

/// A clock of observers that also knows what the kernel says of the calling thread.
template <class Clock>
concept absence_clock = requires {
  { Clock::times_of_thread() } -> std::same_as<base::thread_times>;
  { Clock::switches_of_thread() } -> std::same_as<base::thread_switches>;
};

/// What one worker has missed. Threads: the one that works as that worker; but count_up(). Without an absence_clock
/// nothing is missing.
template <class Clock>
class absence_meter {
 public:
  /// Whether an event at `now` is to be looked at, before it is written down.
  [[nodiscard]] bool is_due(std::uint64_t now) const noexcept {
    if constexpr (absence_clock<Clock>) return now > due_;
    return false;
  }

  /// What the thread missed before the event at `now`, since the one before it, at `last`.
  [[nodiscard, gnu::noinline, gnu::cold]] absence look(std::uint64_t now, std::uint64_t last,
                                                       const Clock& clock) noexcept {
    absence found;
    if constexpr (absence_clock<Clock>) {
      const std::uint64_t before = Clock::now();
      const base::thread_times here = Clock::times_of_thread();
      const double rate = clock.nanoseconds_per_tick();
      const auto in_ticks = [rate](double nanoseconds) {
        return static_cast<std::uint64_t>(nanoseconds / rate);
      };
      price_ = std::min({price_, Clock::now() - before, in_ticks(longest) / prices});
      const auto in_nanoseconds = [rate](std::uint64_t ticks) {
        return static_cast<std::uint64_t>(static_cast<double>(ticks) * rate);
      };
      if (here.thread == known_.thread) {
        const std::uint64_t used = here.cpu - known_.cpu;
        cpu_ += used;
        const std::uint64_t accounted = used + in_nanoseconds(slept_);
        const std::uint64_t wall = here.wall - known_.wall;
        const std::uint64_t missing =
            std::min(wall > accounted ? wall - accounted : 0, now > last ? in_nanoseconds(now - last) : 0);
        if (missing > std::max(least, 4 * in_nanoseconds(price_))) found = {missing, was_blocked()};
      } else {
        sleeps_ = 0;
        switches_ = Clock::switches_of_thread();  // another thread works as this worker from now on
      }
      known_ = here;
      slept_ = 0;
      if (first_look_ == 0) first_look_ = now;
      looked_ = now;
      due_ = now + std::max(in_ticks(shortest), prices * price_);
    }
    return found;
  }

  /// The thread slept for lack of work, for so many ticks.
  void slept(std::uint64_t ticks) noexcept {
    slept_ += ticks;
    ++sleeps_;
  }

  /// Counts the CPU time up to now, where the calling thread is the one that looked last. Threads: the one that reads
  /// the count, while the worker has no work. What slept() writes is left alone: another thread may be asleep as this
  /// worker.
  void count_up() noexcept {
    if constexpr (absence_clock<Clock>) {
      const base::thread_times here = Clock::times_of_thread();
      if (here.thread != known_.thread) return;
      cpu_ += here.cpu - known_.cpu;
      known_ = here;
      looked_ = Clock::now();
    }
  }

  /// CPU time of the threads that worked as this worker, up to the last look(), since forget().
  [[nodiscard]] std::uint64_t cpu() const noexcept { return cpu_; }

  /// Begins anew, as if no thread had worked as this worker before.
  void forget() noexcept {
    known_ = {};
    cpu_ = slept_ = sleeps_ = looked_ = first_look_ = due_ = 0;
  }

  /// When that was, and when it was looked first since forget(), in ticks; 0: never.
  [[nodiscard]] std::uint64_t last_look() const noexcept { return looked_; }
  [[nodiscard]] std::uint64_t first_look() const noexcept { return first_look_; }

 private:
  static constexpr std::uint64_t prices = 100;   // of a reading: an interval
  static constexpr double shortest = 50'000;     // interval, in nanoseconds
  static constexpr double longest = 500'000;     // likewise
  static constexpr std::uint64_t least = 5'000;  // nanoseconds; less is the kernel's own work

  /// Why the thread gave its processor away since the last call: for what most of those times were.
  [[nodiscard]] bool was_blocked() noexcept {
    const base::thread_switches before = switches_;
    switches_ = Clock::switches_of_thread();
    const std::uint64_t voluntary = switches_.voluntary - before.voluntary;
    const std::uint64_t sleeps = std::exchange(sleeps_, 0);
    const std::uint64_t waited = voluntary > sleeps ? voluntary - sleeps : 0;
    return waited > switches_.forced - before.forced;
  }

  std::uint64_t due_ = 0;     // when the next look is, in ticks
  std::uint64_t looked_ = 0;  // in ticks
  std::uint64_t first_look_ = 0;
  std::uint64_t price_ = UINT64_MAX;  // of a look, in ticks
  std::uint64_t slept_ = 0;           // ticks, since the last look
  std::uint64_t sleeps_ = 0;          // since switches_ were read
  std::uint64_t cpu_ = 0;
  base::thread_times known_;  // at the last look
  base::thread_switches switches_;
};

}  // namespace jackdaw::observe
