// What an observer costs: the one that sees nothing against those that count, measure and record; for each task
// of KR02's synthetic algorithm with empty tasks, and for each join of fib. The first must be free.
#include <array>
#include <cstdio>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/measure/work_span.hpp>
#include <jackdaw/observe/task_count.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"
#include "bench/support/synthetic_task.hpp"

namespace jackdaw::bench {
namespace {

const int k = sized(25, 15);
const int fib_argument = sized(27, 15);

template <class Observer>
using observed = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, Observer>;

/// Room for all events of a run: they are to be recorded, not lost.
void make_room(auto& sched) {
  if constexpr (requires { sched.observer().keep({}); })
    sched.observer().keep({std::size_t{1} << 23U, trace::when_full::stop});
}

template <class Worker>
long fib(Worker& w, int n) {
  if (n < 2) return n;
  auto [a, b] = join(w, [n](Worker& v) { return fib(v, n - 1); }, [n](Worker& v) { return fib(v, n - 2); });
  return a + b;
}

long serial_fib(int n) { return n < 2 ? n : serial_fib(n - 1) + serial_fib(n - 2); }

template <class Observer>
double joins_with(program& bench, unsigned workers) {
  observed<Observer> sched(workers);
  make_room(sched);
  const base::stopwatch watch;
  const long result = sched.run([](auto& w) { return fib(w, fib_argument); });
  const double seconds = watch.seconds();
  static const long expected = serial_fib(fib_argument);
  if (result != expected) bench.complain("fib is wrong");
  return seconds;
}

template <class Observer>
double seconds_with(program& bench, unsigned workers) {
  observed<Observer> sched(workers);
  make_room(sched);
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
  const char* face;
  const char* observer;
  double (*seconds)(program&, unsigned);
};

constexpr std::array<candidate, 7> candidates{{
    {"task", "null_observer", &seconds_with<observe::null_observer>},
    {"task", "task_count", &seconds_with<observe::task_count>},
    {"task", "work_span", &seconds_with<measure::work_span>},
    {"task", "recorder", &seconds_with<trace::recorder>},
    {"join", "null_observer", &joins_with<observe::null_observer>},
    {"join", "work_span", &joins_with<measure::work_span>},
    {"join", "recorder", &joins_with<trace::recorder>},
}};

void compare(program& bench, unsigned workers) {
  std::array<std::vector<double>, candidates.size()> seconds;
  interleave(candidates.size(), bench.rounds(), [&](std::size_t i, unsigned round) {
    const double value = candidates[i].seconds(bench, workers);
    if (round != 0) seconds[i].push_back(value);
  });
  const double per_task = 1e9 / static_cast<double>(synthetic::total(synthetic::expected_tally(k)));
  const double per_join = 1e9 / static_cast<double>(serial_fib(fib_argument + 1) - 1);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const spread found = spread_of(seconds[i]);
    const double each = candidates[i].face[0] == 't' ? per_task : per_join;
    std::printf("%-5s %-15s %7u %10.2f %10.2f %10.2f\n", candidates[i].face, candidates[i].observer, workers,
                each * found.median, each * found.min, each * found.max);
    bench.add({{"face", candidates[i].face},
               {"observer", candidates[i].observer},
               {"workers", workers},
               {"nanoseconds_per_task", each * found.median},
               {"seconds", seconds[i]}});
  }
}

int measure_all(int argc, char** argv) {
  program bench("null_observer", "what an observer costs per task");
  bench.parse(argc, argv);
  std::printf("\nns per task of KR02 synthetic, k=%d f=0; ns per join of fib(%d)\n", k, fib_argument);
  std::printf("%-5s %-15s %7s %10s %10s %10s\n", "for", "observer", "workers", "median", "min", "max");
  for (const unsigned workers : {1U, 2U}) compare(bench, workers);
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
