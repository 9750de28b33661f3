// METG(e), the minimum effective task granularity (Slaughter et al., SC 2020): the shortest task that a runtime
// executes with efficiency e, the serial time divided by the number of workers over the time measured.
//
// The length of tasks is doubled until it is efficient enough, and bisected between the last two. All runtimes take
// each step of their searches in turn, each beside a serial run of the same length. Lengths are in steps
// (bench/peers/work.hpp).
#pragma once

#include <compare>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "bench/peers/peer.hpp"
#include "bench/support/program.hpp"

namespace jackdaw::bench {

/// Ticks of the time stamp counter in a second: what is called a cycle here.
[[nodiscard]] double ticks_per_second();

/// Tasks of one length on one runtime.
struct trial {
  const peer* runtime;
  unsigned workers;
  unsigned steps;

  friend auto operator<=>(const trial&, const trial&) = default;
};

/// Nanoseconds a task, and of the serial function beside it; infinite where the runtime has failed.
struct trial_times {
  double own = std::numeric_limits<double>::infinity();
  double serial = std::numeric_limits<double>::infinity();

  [[nodiscard]] double efficiency(unsigned workers) const { return serial / workers / own; }
};

/// One runtime's search for the shortest task with an efficiency.
class search {
 public:
  search(const peer& runtime, unsigned workers, double efficiency)
      : runtime_(&runtime), workers_(workers), efficiency_(efficiency) {}

  [[nodiscard]] const peer& runtime() const { return *runtime_; }
  [[nodiscard]] unsigned workers() const { return workers_; }
  [[nodiscard]] double efficiency() const { return efficiency_; }
  [[nodiscard]] bool over() const;

  /// What is to be measured next.
  [[nodiscard]] trial next() const;

  /// What tasks of the length next() took: where to go on.
  void decide(const trial_times& found);

  /// How long the shortest task is; unknown where the longest that is tried is too short.
  [[nodiscard]] double nanoseconds() const { return nanoseconds_; }

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  const peer* runtime_;
  unsigned workers_;
  double efficiency_;
  double short_ = 0;          // the longest that was too short
  double enough_ = infinite;  // the shortest that was long enough
  double nanoseconds_ = std::numeric_limits<double>::quiet_NaN();
};

/// What was measured of tasks of several lengths, for one pattern of tasks.
class granularity {
 public:
  /// `instance_of` is how a length is asked for: peer::run(instance_of(steps), workers). `what` names the pattern in
  /// messages and in the file of figures.
  granularity(program& bench, std::string what, const peer& serial,
              std::function<unsigned(unsigned steps)> instance_of);

  /// Measures those that have not been measured. The least of the rounds counts, as nothing but the machine makes a
  /// run longer, and each run stands for thousands of tasks.
  void measure(const std::vector<trial>& wanted);

  [[nodiscard]] const trial_times& of(const trial& measured) const { return found_.at(measured); }

  /// Prints the efficiency with which the runtimes execute tasks of these lengths, and adds it to the figures.
  void tabulate(const std::vector<peer>& runtimes, unsigned workers, const std::vector<unsigned>& lengths);

  /// Takes all searches to their ends.
  void find(std::vector<search>& all);

  /// Prints what searches have found, and adds it to the program's figures.
  void report(const std::vector<search>& all) const;

 private:
  [[nodiscard]] double nanoseconds_of(const peer& runtime, unsigned steps, unsigned workers);
  void print_row(const std::vector<trial>& row) const;

  program& bench_;
  std::string what_;
  const peer* serial_;
  std::function<unsigned(unsigned steps)> instance_of_;
  std::map<trial, trial_times> found_;
};

/// The numbers of workers of which efficiency is asked: those above one, where there are any.
[[nodiscard]] std::vector<unsigned> crowds_of(const std::vector<unsigned>& workers);

/// The searches for METG(50 %) and METG(90 %) of all runtimes and numbers of workers.
[[nodiscard]] std::vector<search> searches_of(const std::vector<peer>& runtimes,
                                              const std::vector<unsigned>& workers);

}  // namespace jackdaw::bench
