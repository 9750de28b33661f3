// No task stays hidden behind a long one: of two workers, one puts 1000 tasks of a millisecond, then computes
// for two seconds without touching the scheduler. When has the other one executed them? The last of them
// after a second at best. Beside the flagship, pools of the papers, which may hide some.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/pause.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/program.hpp"
#include "bench/support/schedulers.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

const int tasks = sized(1000, 10);
constexpr double task_seconds = 1e-3;
constexpr double serial_seconds = 2;

void compute(double seconds) {
  const base::stopwatch watch;
  while (watch.seconds() < seconds) base::pause();
}

struct execution {
  double over = 0;  ///< seconds since the puts
  bool by_other = false;
};

std::vector<execution> executions(const char* pool, const char* idle) {
  auto sched = make_scheduler({.pool = pool, .memory = "cgbkof", .idle = idle, .workers = 2});
  std::vector<execution> all(static_cast<std::size_t>(tasks));
  double start = 0;
  sched.run([&](any_worker& putter) {
    start = base::seconds_now();
    for (int i = 0; i < tasks; ++i) {
      putter.put([&all, i, own = putter.id()](any_worker& w) {
        compute(task_seconds);
        all[static_cast<std::size_t>(i)] = {base::seconds_now(), w.id() != own};
      });
    }
    compute(serial_seconds);
  });
  for (execution& each : all) each.over -= start;
  return all;
}

/// Whether all tasks were executed by the other before the serial part was over.
bool measure(program& bench, const char* pool, const char* idle) {
  std::vector<double> times;
  for (const execution& each : executions(pool, idle)) {
    if (each.by_other && each.over < serial_seconds) times.push_back(each.over);
  }
  const int hidden = tasks - static_cast<int>(times.size());
  std::printf("%-9s %10d %10d %10.4f %10.4f %10.4f\n", pool, tasks - hidden, hidden, quantile(times, 0),
              quantile(times, 0.5), quantile(times, 1));
  std::fflush(stdout);
  bench.add({{"pool", pool}, {"tasks", tasks}, {"hidden", hidden}, {"seconds_until_executed", times}});
  return hidden == 0;
}

int measure_all(int argc, char** argv) {
  program bench("hidden", "whether tasks stay hidden behind a long one");
  bench.parse(argc, argv);
  std::printf(
      "\n%d tasks of %g ms, then %g s without a call: what the other worker executed meanwhile\n"
      "%-9s %10s %10s %10s %10s %10s\n",
      tasks, 1e3 * task_seconds, serial_seconds, "pool", "executed", "hidden", "first s", "median s",
      "last s");
  if (!measure(bench, "jackdaw", "spin_yield_park")) bench.complain("jackdaw has hidden tasks");
  for (const char* pool : {"dq2", "dq8"}) measure(bench, pool, "wake_every_put");
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
