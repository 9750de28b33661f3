// Whether a scheduler stays as fast while it lives: one worker puts many short tasks, run after run on one scheduler. What
// they leave behind, such as free blocks in another order, the next run has to live with.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

#include "bench/peers/peer.hpp"
#include "bench/peers/work.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

constexpr unsigned steps = 330;  // some 0.4 µs a task
constexpr unsigned runs = 60;
constexpr unsigned runs_a_column = 10;
const std::uint64_t tasks = sized<std::uint64_t>(200'000, 2'000);

/// Seconds of one run. Complains of a wrong sum.
double run_once(program& bench, scheduler& jackdaws) {
  sums all(jackdaws.workers());
  const base::stopwatch watch;
  jackdaws.run([&all](worker& owner) {
    for (std::uint64_t i = 0; i < tasks; ++i)
      owner.put([&all, i](worker& w) { *all[w.id()] += work(i, steps); });
  });
  const double seconds = watch.seconds();
  if (total(all) != worked(steps).sum(tasks)) bench.complain("a task is missing, or is too many");
  return seconds;
}

/// The times of `runs` runs of each of `rounds` schedulers: first those of all first runs, and so on.
std::vector<double> lives(program& bench, unsigned workers) {
  std::vector<double> all(static_cast<std::size_t>(runs) * bench.rounds());
  for (unsigned round = 0; round < bench.rounds(); ++round) {
    scheduler jackdaws(workers);
    static_cast<void>(run_once(bench, jackdaws));  // its memory, and its threads
    for (unsigned run = 0; run < runs; ++run) all[run * bench.rounds() + round] = run_once(bench, jackdaws);
  }
  return all;
}

double serial_seconds(program& bench) {
  double least = 0;
  for (unsigned round = 0; round < bench.rounds(); ++round) {
    std::uint64_t sum = 0;
    const base::stopwatch watch;
    for (std::uint64_t i = 0; i < tasks; ++i) sum += work(i, steps);
    const double seconds = watch.seconds();
    if (sum != worked(steps).sum(tasks)) bench.complain("the serial sum is wrong");
    least = round == 0 ? seconds : std::min(least, seconds);
  }
  return least;
}

void print_row(program& bench, unsigned workers, double ideal) {
  const std::vector<double> all = lives(bench, workers);
  std::printf("%7u %9.2f", workers, 1e3 * ideal);
  const auto columns = all.size() / (runs / runs_a_column);
  for (std::size_t from = 0; from < all.size(); from += columns) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
    const spread seconds = spread_of({begin, begin + static_cast<std::ptrdiff_t>(columns)});
    std::printf(" %9.2f", 1e3 * seconds.median);
    bench.add({{"workers", workers},
               {"ideal_seconds", ideal},
               {"first_run", from / bench.rounds() + 1},
               {"median_seconds", seconds.median},
               {"min_seconds", seconds.min},
               {"max_seconds", seconds.max}});
  }
  std::printf("\n");
}

int measure(int argc, char** argv) {
  program bench("long_lived", "the same run again and again on one scheduler: medians of ten runs of each");
  bench.parse(argc, argv);
  std::printf("\n%llu tasks of %u steps put by one worker, ms\n%7s %9s",
              static_cast<unsigned long long>(tasks), steps, "workers", "ideal");
  for (unsigned first = 1; first <= runs; first += runs_a_column) {
    std::printf(" %9s", (std::to_string(first) + "-" + std::to_string(first + runs_a_column - 1)).c_str());
  }
  std::printf("\n");
  const double serial = serial_seconds(bench);
  print_row(bench, 1, serial);
  if (const unsigned most = base::cpu_budget().workers(); most > 1) print_row(bench, most, serial / most);
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
