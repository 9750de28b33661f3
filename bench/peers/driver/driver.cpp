#include "bench/peers/driver/driver.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/support/interleave.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

std::string number(double value, const char* format) {
  if (std::isnan(value)) return "-";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

/// Those that are after `slow`, with more workers.
void leave_out_beyond(const contestant& slow, double seconds, std::vector<contestant>& all) {
  for (contestant& other : all) {
    if (other.runtime == slow.runtime && other.workers > slow.workers && other.left_out.empty()) {
      other.left_out = "a run took " + number(seconds, "%.1f") + " s with " + std::to_string(slow.workers) +
                       (slow.workers == 1 ? " worker" : " workers");
    }
  }
}

void run_once(program& bench, const problem& what, unsigned instance, const pace& limit,
              std::vector<contestant>& all, contestant& one, bool measured) {
  if (!one.is_measured()) return;
  try {
    const measurement found = one.runtime->run(instance, one.workers);
    one.units = found.units;
    if (measured) {
      one.seconds.push_back(found.seconds);
    } else if (found.seconds > limit.slow) {
      leave_out_beyond(one, found.seconds, all);
    }
  } catch (const std::exception& error) {
    one.failed = true;
    bench.complain(what.instances[instance] + " with " + one.runtime->name + ", " +
                   std::to_string(one.workers) + " workers: " + error.what());
  }
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();  // null in the file

/// The least nanoseconds per unit of those that are asked for; unknown where there are none.
template <class Wanted>
double best(const std::vector<contestant>& all, Wanted wanted) {
  double least = unknown;
  for (const contestant& one : all) {
    if (one.is_measured() && wanted(one)) least = std::fmin(least, one.nanoseconds_per_unit());
  }
  return least;
}

void print_head(const problem& what, unsigned instance) {
  std::printf("\n%s\n%-13s %7s %10s %10s %10s %12s %14s %10s\n", what.instances[instance].c_str(), "runtime",
              "workers", "median ms", "min ms", "max ms", ("ns/" + what.unit).c_str(), "x best rival",
              "speed-up");
}

void report(program& bench, const problem& what, unsigned instance, const std::vector<contestant>& all) {
  print_head(what, instance);
  const double serial = best(all, [](const contestant& one) { return one.runtime->kind == role::serial; });
  for (const contestant& one : all) {
    if (one.failed) {
      std::printf("%-13s %7u %10s\n", one.runtime->name.c_str(), one.workers, "failed");
      continue;
    }
    if (!one.left_out.empty()) {
      std::printf("%-13s %7u left out: %s\n", one.runtime->name.c_str(), one.workers, one.left_out.c_str());
      bench.add({{"instance", what.instances[instance]},
                 {"runtime", one.runtime->name},
                 {"workers", one.workers},
                 {"left_out", one.left_out}});
      continue;
    }
    const double own = one.nanoseconds_per_unit();
    const double rival = best(all, [&](const contestant& other) {
      return other.runtime->kind == role::rival && other.workers == one.workers;
    });
    const double ratio = own / rival;
    const double speed_up = serial / own;
    const spread seconds = spread_of(one.seconds);
    std::printf("%-13s %7u %10.2f %10.2f %10.2f %12s %14s %10s\n", one.runtime->name.c_str(), one.workers,
                1e3 * seconds.median, 1e3 * seconds.min, 1e3 * seconds.max, number(own, "%.2f").c_str(),
                number(ratio, "%.3f").c_str(), number(speed_up, "%.3f").c_str());

    bench.add({{"instance", what.instances[instance]},
               {"runtime", one.runtime->name},
               {"version", one.runtime->version},
               {"workers", one.workers},
               {"unit", what.unit},
               {"units", one.units},
               {"seconds", one.seconds},
               {"median_seconds", seconds.median},
               {"min_seconds", seconds.min},
               {"max_seconds", seconds.max},
               {"nanoseconds_per_unit", own},
               {"ratio_to_best_rival", ratio},
               {"speed_up_to_serial", speed_up}});
  }
  std::fflush(stdout);
}

}  // namespace

double contestant::nanoseconds_per_unit() const { return 1e9 * spread_of(seconds).median / units; }

std::vector<contestant> compete(program& bench, const problem& what, unsigned instance,
                                const std::vector<peer>& runtimes, const std::vector<unsigned>& workers,
                                const pace& limit) {
  std::vector<contestant> all;
  for (const peer& runtime : runtimes) {
    if (runtime.kind == role::serial) {
      all.push_back({&runtime, 1});
    } else {
      for (const unsigned count : workers) all.push_back({&runtime, count});
    }
  }
  interleave(
      all.size(), bench.rounds(),
      [&](std::size_t i, unsigned round) { run_once(bench, what, instance, limit, all, all[i], round != 0); },
      limit.seconds);
  report(bench, what, instance, all);
  return all;
}

}  // namespace jackdaw::bench
