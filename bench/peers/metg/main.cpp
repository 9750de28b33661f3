// METG(e), the minimum effective task granularity (Slaughter et al., SC 2020): the shortest task that a runtime
// executes with efficiency e, the serial time divided by the number of workers over the time measured.
//
// First empty tasks, with 1, 2 and all workers. Then, for each runtime, the length of tasks is doubled until it is
// efficient enough, and bisected between the last two. All runtimes take each step of their searches in turn, each
// beside a serial run of the same length.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "bench/peers/choice.hpp"
#include "bench/peers/driver.hpp"

namespace jackdaw::bench {
namespace {

/// Ticks of the time stamp counter in a second: what is called a cycle here.
double ticks_per_second() {
  const base::stopwatch watch;
  const auto before = base::ticks_now();
  while (watch.seconds() < 0.02) {}
  return static_cast<double>(base::ticks_now() - before) / watch.seconds();
}

/// Nanoseconds a task; infinite where the runtime has failed.
double nanoseconds_of(program& bench, const peer& runtime, unsigned steps, unsigned workers) {
  try {
    const measurement found = runtime.run(steps, workers);
    return 1e9 * found.seconds / found.units;
  } catch (const std::exception& error) {
    bench.complain("tasks of " + std::to_string(steps) + " steps with " + runtime.name + ": " + error.what());
    return std::numeric_limits<double>::infinity();
  }
}

/// One runtime's search for the shortest task with an efficiency. Lengths in steps.
class search {
 public:
  search(const peer& runtime, unsigned workers, double efficiency)
      : runtime_(&runtime), workers_(workers), efficiency_(efficiency) {}

  [[nodiscard]] const peer& runtime() const { return *runtime_; }
  [[nodiscard]] unsigned workers() const { return workers_; }
  [[nodiscard]] double efficiency() const { return efficiency_; }
  [[nodiscard]] bool over() const {
    return short_ >= longest || enough_ <= std::max(short_ + 1, 1.07 * short_);
  }

  /// The length to be measured next.
  [[nodiscard]] unsigned next() const {
    if (std::isinf(enough_)) return short_ == 0 ? 4 : 2 * static_cast<unsigned>(short_);
    return static_cast<unsigned>(std::lround(std::sqrt(std::max(1.0, short_) * enough_)));
  }

  /// What tasks of the length next() took: where to go on.
  void decide(double own, double serial) {
    const unsigned steps = next();
    if (serial / workers_ >= efficiency_ * own) {
      enough_ = steps;
      nanoseconds_ = serial;
      if (steps <= 1) short_ = 0;
    } else {
      short_ = steps;
    }
  }

  /// How long the shortest task is; unknown where the longest that is tried is too short.
  [[nodiscard]] double nanoseconds() const { return nanoseconds_; }

 private:
  static constexpr double longest = 8192;
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  const peer* runtime_;
  unsigned workers_;
  double efficiency_;
  double short_ = 0;          // the longest that was too short
  double enough_ = infinite;  // the shortest that was long enough
  double nanoseconds_ = std::numeric_limits<double>::quiet_NaN();
};

/// The least time of a runtime with tasks of one length, by (workers, steps).
class least_times {
 public:
  void note(unsigned workers, unsigned steps, double nanoseconds) {
    const auto [place, is_new] = least_.try_emplace({workers, steps}, nanoseconds);
    if (!is_new) place->second = std::min(place->second, nanoseconds);
  }
  [[nodiscard]] double of(unsigned workers, unsigned steps) const { return least_.at({workers, steps}); }

 private:
  std::map<std::pair<unsigned, unsigned>, double> least_;
};

// The least of the rounds counts, as nothing but the machine makes a run longer, and each run stands for 200 000 tasks.
void find_all(program& bench, const peer& serial, std::vector<search>& all) {
  const auto under_way = [](const search& one) { return !one.over(); };
  while (std::any_of(all.begin(), all.end(), under_way)) {
    std::map<const peer*, least_times> times;
    for (unsigned round = 0; round < std::max(2U, bench.rounds() / 2); ++round) {
      std::set<std::tuple<const peer*, unsigned, unsigned>> done;
      const auto measure = [&](const peer& runtime, unsigned steps, unsigned workers) {
        if (!done.emplace(&runtime, steps, workers).second) return;
        times[&runtime].note(workers, steps, nanoseconds_of(bench, runtime, steps, workers));
      };
      for (const search& one : all) {
        if (one.over()) continue;
        measure(serial, one.next(), 1);
        measure(one.runtime(), one.next(), one.workers());
      }
    }
    for (search& one : all) {
      if (one.over()) continue;
      one.decide(times[&one.runtime()].of(one.workers(), one.next()), times[&serial].of(1, one.next()));
    }
  }
}

void report(program& bench, const std::vector<search>& all, double ticks) {
  std::printf("\n%-9s %7s %12s %12s %12s\n", "runtime", "workers", "efficiency", "ns/task", "cycles");
  for (const search& one : all) {
    const double cycles = one.nanoseconds() * 1e-9 * ticks;
    std::printf("%-9s %7u %12.2f %12.1f %12.0f\n", one.runtime().name.c_str(), one.workers(),
                one.efficiency(), one.nanoseconds(), cycles);
    bench.add({{"runtime", one.runtime().name},
               {"workers", one.workers()},
               {"efficiency", one.efficiency()},
               {"metg_nanoseconds", one.nanoseconds()},
               {"metg_cycles", cycles}});
  }
}

int measure(int argc, char** argv) {
  problem what = the_problem();
  program bench(what.name, "empty independent tasks, and the shortest that are executed efficiently");
  const choice chosen(bench, argc, argv);
  const auto runtimes = chosen.runtimes(what.name);

  what.instances = {"independent empty tasks put by one"};
  compete(bench, what, 0, runtimes, chosen.workers());

  std::vector<search> all;
  const peer* serial = nullptr;
  for (const peer& runtime : runtimes) {
    if (runtime.kind == role::serial) {
      serial = &runtime;
      continue;
    }
    for (const unsigned workers : chosen.workers()) {
      if (workers == 1 && chosen.workers().size() > 1) continue;
      for (const double efficiency : {0.5, 0.9}) all.emplace_back(runtime, workers, efficiency);
    }
  }
  if (serial == nullptr) {
    std::printf("skipped: without the serial function there is no efficiency\n");
    return bench.finish();
  }
  find_all(bench, *serial, all);
  report(bench, all, ticks_per_second());
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
