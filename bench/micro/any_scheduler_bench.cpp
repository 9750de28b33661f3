// What it costs per task that pool, memory manager and idle policy are chosen at run time: a scheduler put
// together at compile time against any_scheduler with the same parts, on KR02's synthetic algorithm with
// empty tasks.
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/schedulers.hpp"
#include "bench/support/spread.hpp"
#include "bench/support/synthetic_task.hpp"

namespace jackdaw::bench {
namespace {

const int k = sized(25, 15);

using dq8_scheduler = basic_scheduler<pool::dq8, working::wake_every_put, memory::cgbkof>;

/// Seconds of a run, whose tasks are counted.
double seconds_of(program& bench, auto& sched) {
  auto state = make_synthetic_state(0, sched.workers());
  const auto tasks = initial_tasks(state, k);
  const base::stopwatch watch;
  sched.run_each(tasks);
  const double seconds = watch.seconds();
  if (sum_of(state) != synthetic::expected_tally(k)) bench.complain("a task is missing, or is too many");
  return seconds;
}

template <class Scheduler>
double fixed(program& bench, unsigned workers) {
  Scheduler sched(workers);
  return seconds_of(bench, sched);
}

double chosen(program& bench, const char* pool, const char* idle, unsigned workers) {
  auto sched = make_scheduler({.pool = pool, .memory = "cgbkof", .idle = idle, .workers = workers});
  return seconds_of(bench, sched);
}

struct candidate {
  const char* pool;
  double (*fixed)(program&, unsigned);
  const char* idle;
};

constexpr std::array<candidate, 2> candidates{{
    {"jackdaw", &fixed<scheduler>, "spin_yield_park"},
    {"dq8", &fixed<dq8_scheduler>, "wake_every_put"},
}};

void compare(program& bench, const candidate& which, unsigned workers) {
  std::array<std::vector<double>, 2> seconds;
  interleave(2, bench.rounds(), [&](std::size_t i, unsigned round) {
    const double value =
        i == 0 ? which.fixed(bench, workers) : chosen(bench, which.pool, which.idle, workers);
    if (round != 0) seconds[i].push_back(value);
  });
  const double per_task = 1e9 / static_cast<double>(synthetic::total(synthetic::expected_tally(k)));
  const double at_compile_time = per_task * spread_of(seconds[0]).median;
  const double at_run_time = per_task * spread_of(seconds[1]).median;
  std::printf("%-9s %7u %14.2f %14.2f %14.2f\n", which.pool, workers, at_compile_time, at_run_time,
              at_run_time - at_compile_time);
  bench.add({{"pool", which.pool},
             {"workers", workers},
             {"nanoseconds_per_task_fixed", at_compile_time},
             {"nanoseconds_per_task_chosen", at_run_time},
             {"seconds_fixed", seconds[0]},
             {"seconds_chosen", seconds[1]}});
}

int measure_all(int argc, char** argv) {
  program bench("any_scheduler", "what choosing the parts of a scheduler at run time costs per task");
  bench.parse(argc, argv);
  std::printf("\nKR02 synthetic, k=%d f=0: ns per task\n%-9s %7s %14s %14s %14s\n", k, "pool", "workers",
              "compile time", "run time", "difference");
  for (const auto& which : candidates) {
    for (const unsigned workers : {1U, 2U}) compare(bench, which, workers);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
