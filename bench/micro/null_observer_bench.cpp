// What an observer costs per task: the one that sees nothing against the one that counts tasks, on KR02's
// synthetic algorithm with empty tasks. The first must be free; tests compare the code, this one the time.
#include <array>
#include <cstdio>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/observe/task_count.hpp>
#include <jackdaw/worker/flagship.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"
#include "bench/support/synthetic_task.hpp"

namespace jackdaw::bench {
namespace {

const int k = sized(27, 15);

template <class Observer>
using observed = basic_scheduler<pool::flagship, working::spin_yield_park, memory::cgbkof, Observer>;

template <class Observer>
double seconds_with(program& bench, unsigned workers) {
  observed<Observer> sched(workers);
  auto state = make_synthetic_state(0, workers);
  const auto tasks = initial_tasks(state, k);
  const base::stopwatch watch;
  sched.run_each(tasks);
  const double seconds = watch.seconds();
  const auto expected = synthetic::expected_tally(k);
  if (sum_of(state) != expected) bench.complain("a task is missing, or is too many");
  if constexpr (requires { sched.observer().total(); }) {
    if (sched.observer().total() != synthetic::total(expected)) bench.complain("the observer has miscounted");
  }
  return seconds;
}

struct candidate {
  const char* observer;
  double (*seconds)(program&, unsigned);
};

constexpr std::array<candidate, 2> candidates{{
    {"null_observer", &seconds_with<observe::null_observer>},
    {"task_count", &seconds_with<observe::task_count>},
}};

void compare(program& bench, unsigned workers) {
  std::array<std::vector<double>, candidates.size()> seconds;
  interleave(candidates.size(), bench.rounds(), [&](std::size_t i, unsigned round) {
    const double value = candidates[i].seconds(bench, workers);
    if (round != 0) seconds[i].push_back(value);
  });
  const double per_task = 1e9 / static_cast<double>(synthetic::total(synthetic::expected_tally(k)));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const spread found = spread_of(seconds[i]);
    std::printf("%-15s %7u %10.2f %10.2f %10.2f\n", candidates[i].observer, workers, per_task * found.median,
                per_task * found.min, per_task * found.max);
    bench.add({{"observer", candidates[i].observer},
               {"workers", workers},
               {"nanoseconds_per_task", per_task * found.median},
               {"seconds", seconds[i]}});
  }
}

int measure_all(int argc, char** argv) {
  program bench("null_observer", "what an observer costs per task");
  bench.parse(argc, argv);
  std::printf("\nKR02 synthetic, k=%d f=0: ns per task\n%-15s %7s %10s %10s %10s\n", k, "observer", "workers",
              "median", "min", "max");
  for (const unsigned workers : {1U, 2U}) compare(bench, workers);
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
