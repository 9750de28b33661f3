// BP98 section 6: cycler(p, w, W), a program that uses a changing number of processors, no memory to speak of, and tells
// how many it used.
//
// It is what runs beside the program that is measured: processes of its own, which know nothing of our schedulers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <sys/types.h>

namespace jackdaw::apps {

/// A main process releases, again and again, a random number of 1 to `processes` others, and waits for them. Each of
/// them that is released raises a common counter a random number of 1 to `increments` times, with an empty loop before
/// each, and sleeps.
struct cycler_options {
  unsigned processes = 2;         ///< p, 1 to 1 000
  std::uint32_t increments = 20;  ///< w, at least 1
  /// W: it ends at the end of the turn in which the counter reaches that. Preset: never.
  std::uint64_t total = std::numeric_limits<std::uint64_t>::max();
  /// n1, turns of the loop before each increment. 0: as many as take 200 µs here.
  std::uint64_t turns = 0;
  std::uint64_t stamp_every = 16;  ///< n2, at least 1: at multiples of that the time is noted
  std::uint64_t seed = 1;
};

/// A cycler that runs while this object lives, or until it has reached its total.
/// Threads: one at a time. Its processes end with the thread that made it, whatever ends that.
class cycler {
 public:
  /// Starts it. Throws std::system_error when there can be no memory or no process.
  explicit cycler(const cycler_options& options);
  cycler(const cycler&) = delete;
  cycler& operator=(const cycler&) = delete;
  ~cycler();

  /// Stops all its processes where they are, or lets them go on. At first they compute.
  void computes(bool now) const noexcept;

  /// What the counter was, and when: seconds as base::seconds_now(); and how long its increments had computed until then.
  struct reading {
    std::uint64_t count = 0;
    double seconds = 0;
    double cpu_seconds = 0;  ///< not in stamps
  };
  [[nodiscard]] reading now() const noexcept;

  /// Waits until it has reached its total; not where that is never. Throws std::runtime_error when it could not go on.
  void wait();

  /// The times that were noted, by count; those of the first million. After wait().
  [[nodiscard]] std::vector<reading> stamps() const;

 private:
  struct shared_page;
  /// Waits for the main process to end; its status as waitpid() tells it.
  int end() noexcept;

  cycler_options options_;
  std::size_t bytes_ = 0;
  shared_page* page_ = nullptr;
  pid_t leader_ = -1;
};

/// Turns of the loop that take about 200 µs here.
[[nodiscard]] std::uint64_t cycler_turns();

/// r: how many times in a second one process that has a processor for itself raises the counter. Measured for about
/// `seconds`, while nothing else should run. `options` must name its turns.
/// Deviation: while all other processors compute, too. BP98's are independent of each other; today two of them may be
/// threads of one core, or share its power, and one is faster as long as the other has nothing to do.
[[nodiscard]] double increments_per_second(cycler_options options, double seconds = 0.2);

/// P_A(cycler): on how many processors it ran between two readings, on average, where each increment takes as long as
/// when `rate` was measured.
[[nodiscard]] inline double processors_between(const cycler::reading& from, const cycler::reading& to,
                                               double rate) {
  return static_cast<double>(to.count - from.count) / (to.seconds - from.seconds) / rate;
}

/// The same, where each increment takes as long as its CPU time says. Deviation: BP98 had machines of constant speed;
/// virtual processors are faster or slower by a third from one second to the next.
[[nodiscard]] inline double processors_between(const cycler::reading& from, const cycler::reading& to) {
  return (to.cpu_seconds - from.cpu_seconds) / (to.seconds - from.seconds);
}

}  // namespace jackdaw::apps
