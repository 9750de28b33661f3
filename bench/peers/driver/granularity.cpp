#include "bench/peers/driver/granularity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <iterator>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::bench {

double ticks_per_second() {
  const base::stopwatch watch;
  const auto before = base::ticks_now();
  while (watch.seconds() < 0.02) {}
  return static_cast<double>(base::ticks_now() - before) / watch.seconds();
}

// ---- search ----

bool search::over() const {
  static const double longest = sized(32'768, 512);
  return short_ >= longest || enough_ <= std::max(short_ + 1, 1.07 * short_);
}

trial search::next() const {
  unsigned steps = 0;
  if (std::isinf(enough_)) {
    steps = short_ == 0 ? 4 : 2 * static_cast<unsigned>(short_);
  } else {
    steps = static_cast<unsigned>(std::lround(std::sqrt(std::max(1.0, short_) * enough_)));
  }
  return {runtime_, workers_, steps};
}

void search::decide(const trial_times& found) {
  const unsigned steps = next().steps;
  if (found.efficiency(workers_) >= efficiency_) {
    enough_ = steps;
    nanoseconds_ = found.serial;
    if (steps <= 1) short_ = 0;
  } else {
    short_ = steps;
  }
}

std::vector<unsigned> crowds_of(const std::vector<unsigned>& workers) {
  std::vector<unsigned> crowds;
  std::copy_if(workers.begin(), workers.end(), std::back_inserter(crowds), [](unsigned n) { return n > 1; });
  return crowds.empty() ? workers : crowds;
}

std::vector<search> searches_of(const std::vector<peer>& runtimes, const std::vector<unsigned>& workers) {
  std::vector<search> all;
  for (const peer& runtime : runtimes) {
    if (runtime.kind == role::serial) continue;
    for (const unsigned count : workers) {
      for (const double efficiency : {0.5, 0.9}) all.emplace_back(runtime, count, efficiency);
    }
  }
  return all;
}

// ---- granularity ----

granularity::granularity(program& bench, std::string what, const peer& serial,
                         std::function<unsigned(unsigned steps)> instance_of)
    : bench_(bench), what_(std::move(what)), serial_(&serial), instance_of_(std::move(instance_of)) {}

double granularity::nanoseconds_of(const peer& runtime, unsigned steps, unsigned workers) {
  try {
    const measurement found = runtime.run(instance_of_(steps), workers);
    return 1e9 * found.seconds / found.units;
  } catch (const std::exception& error) {
    bench_.complain(what_ + " of " + std::to_string(steps) + " steps with " + runtime.name + ": " +
                    error.what());
    return std::numeric_limits<double>::infinity();
  }
}

void granularity::measure(const std::vector<trial>& wanted) {
  std::vector<trial> missing;
  std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(missing),
               [this](const trial& one) { return !found_.contains(one); });
  std::sort(missing.begin(), missing.end(),
            [](const trial& a, const trial& b) { return std::pair(a.steps, a) < std::pair(b.steps, b); });
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());

  std::map<unsigned, double> serial;
  for (unsigned round = 0; round < std::max(2U, bench_.rounds() / 2); ++round) {
    std::set<unsigned> beside;
    for (const trial& one : missing) {
      if (beside.insert(one.steps).second) {
        const double time = nanoseconds_of(*serial_, one.steps, 1);
        double& least = serial.try_emplace(one.steps, time).first->second;
        least = std::min(least, time);
      }
      double& least = found_[one].own;
      least = std::min(least, nanoseconds_of(*one.runtime, one.steps, one.workers));
    }
  }
  for (const trial& one : missing) found_[one].serial = serial.at(one.steps);
}

void granularity::print_row(const std::vector<trial>& row) const {
  const double ticks = ticks_per_second();
  std::printf("%12.0f", 1e-9 * ticks * of(row.front()).serial);
  for (const trial& one : row) {
    const trial_times& found = of(one);
    std::printf(" %10.3f", found.efficiency(one.workers));
    bench_.add({{"of", what_},
                {"runtime", one.runtime->name},
                {"workers", one.workers},
                {"steps", one.steps},
                {"cycles", 1e-9 * ticks * found.serial},
                {"nanoseconds_serial", found.serial},
                {"nanoseconds", found.own},
                {"efficiency", found.efficiency(one.workers)}});
  }
  std::printf("\n");
}

void granularity::tabulate(const std::vector<peer>& runtimes, unsigned workers,
                           const std::vector<unsigned>& lengths) {
  std::vector<std::vector<trial>> rows;
  std::vector<trial> all;
  for (const unsigned steps : lengths) {
    auto& row = rows.emplace_back();
    for (const peer& each : runtimes) {
      if (each.kind != role::serial) row.push_back({&each, workers, steps});
    }
    all.insert(all.end(), row.begin(), row.end());
  }
  if (all.empty()) return;
  measure(all);
  std::printf("\n%s: efficiency, %u workers\n%12s", what_.c_str(), workers, "cycles");
  for (const trial& one : rows.front()) std::printf(" %10s", one.runtime->name.c_str());
  std::printf("\n");
  for (const auto& row : rows) print_row(row);
  std::fflush(stdout);
}

void granularity::find(std::vector<search>& all) {
  const auto under_way = [](const search& one) { return !one.over(); };
  while (std::any_of(all.begin(), all.end(), under_way)) {
    std::vector<trial> wanted;
    for (const search& one : all) {
      if (!one.over()) wanted.push_back(one.next());
    }
    measure(wanted);
    for (search& one : all) {
      if (!one.over()) one.decide(of(one.next()));
    }
  }
}

void granularity::report(const std::vector<search>& all) const {
  const double ticks = ticks_per_second();
  std::printf("\n%s: METG\n%-9s %7s %12s %12s %12s\n", what_.c_str(), "runtime", "workers", "efficiency",
              "ns/task", "cycles");
  for (const search& one : all) {
    const double cycles = one.nanoseconds() * 1e-9 * ticks;
    std::printf("%-9s %7u %12.2f %12.1f %12.0f\n", one.runtime().name.c_str(), one.workers(),
                one.efficiency(), one.nanoseconds(), cycles);
    bench_.add({{"of", what_},
                {"runtime", one.runtime().name},
                {"workers", one.workers()},
                {"efficiency", one.efficiency()},
                {"metg_nanoseconds", one.nanoseconds()},
                {"metg_cycles", cycles}});
  }
  std::fflush(stdout);
}

}  // namespace jackdaw::bench
