// Time, in two grains: seconds for people, ticks for loops that look at the clock often.
#pragma once

#include <cstdint>

#include <time.h>

#include <jackdaw/base/threads/thread_times.hpp>

namespace jackdaw::base {

/// Wall-clock nanoseconds since an arbitrary start; monotonic, as std::chrono::steady_clock, whose header costs every
/// user of the library a tenth of a second. About 20 ns a call.
[[nodiscard]] inline std::int64_t nanoseconds_now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// The same by the last tick of the system's clock, so up to 10 ms old: for what is due after a tenth of a second and
/// more. A fifth of the cost.
[[nodiscard]] inline std::int64_t coarse_nanoseconds_now() noexcept {
#ifdef CLOCK_MONOTONIC_COARSE
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
#else
  return nanoseconds_now();
#endif
}

/// The time of nanoseconds_now() in seconds.
[[nodiscard]] inline double seconds_now() noexcept { return 1e-9 * static_cast<double>(nanoseconds_now()); }

/// The calling thread sleeps for about so long; no time at all where a system call is refused.
inline void sleep_nanoseconds(std::int64_t time) noexcept {
  const timespec rest{time / 1'000'000'000, time % 1'000'000'000};
  nanosleep(&rest, nullptr);
}

/// CPU time that all threads of this process have used. A system call.
[[nodiscard]] inline std::uint64_t process_cpu_nanoseconds() noexcept {
  return nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

/// The time stamp counter (x86) or the virtual counter (Arm): constant rate, unit differs by machine.
/// Comparable between processors of one machine on anything recent.
[[nodiscard]] inline std::uint64_t ticks_now() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t value;
  asm volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
#else
  return static_cast<std::uint64_t>(nanoseconds_now());
#endif
}

/// ticks_now() as the clock of an observer. Its rate is found out while it lives.
class tick_clock {
 public:
  [[nodiscard]] static std::uint64_t now() noexcept { return ticks_now(); }
  [[nodiscard]] double nanoseconds_per_tick() const noexcept {
    const double seconds = seconds_now() - seconds_;
    const auto ticks = static_cast<double>(ticks_now() - ticks_);
    return seconds > 0 && ticks > 0 ? 1e9 * seconds / ticks : 1;
  }

  // For observers that find out when a thread had no processor (observe/absence.hpp).
  [[nodiscard]] static thread_times times_of_thread() noexcept { return thread_times_now(); }
  [[nodiscard]] static thread_switches switches_of_thread() noexcept { return thread_switches_now(); }
  [[nodiscard]] static std::uint64_t process_cpu() noexcept { return process_cpu_nanoseconds(); }

 private:
  double seconds_ = seconds_now();
  std::uint64_t ticks_ = ticks_now();
};

/// A stopwatch: starts when made.
class stopwatch {
 public:
  [[nodiscard]] double seconds() const noexcept { return seconds_now() - start_; }
  void restart() noexcept { start_ = seconds_now(); }

 private:
  double start_ = seconds_now();
};

}  // namespace jackdaw::base
