// No task stays hidden behind a long one: of two workers, one puts 1000 tasks of a millisecond, then computes
// for two seconds without touching the scheduler. When has the other one executed them? The last of them
// after a second at best. The same by calls of join, task_group, parallel_for and tasks of a flow. Beside the default pool,
// pools of the papers, which may hide some.
#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/jackdaw.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/program.hpp"
#include "bench/support/schedulers.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

const int tasks = sized(1000, 10);
constexpr double task_seconds = 1e-3;
const double serial_seconds = sized(2, 1);

void compute(double seconds) {
  const base::stopwatch watch;
  while (watch.seconds() < seconds) base::pause();
}

struct execution {
  double over = 0;  ///< seconds since the first was created
  std::thread::id thread;
};

struct executed {
  std::vector<execution> all;
  std::thread::id creator;
};

/// What became of the tasks. `program(create, execute)` calls create() where it begins to create
/// them, execute(i) as task i, and has a serial part.
template <class Program>
executed executions(Program&& program) {
  executed found{std::vector<execution>(static_cast<std::size_t>(tasks)), {}};
  double start = 0;
  const auto create = [&] {
    found.creator = std::this_thread::get_id();
    start = base::seconds_now();
  };
  program(create, [&all = found.all](int i) {  // which may be before create(), in a loop
    compute(task_seconds);
    all[static_cast<std::size_t>(i)] = {base::seconds_now(), std::this_thread::get_id()};
  });
  for (execution& each : found.all) each.over -= start;
  return found;
}

/// Tasks of a pool.
executed put(const char* pool, const char* idle) {
  auto sched = make_scheduler({.pool = pool, .memory = "cgbkof", .idle = idle, .workers = 2});
  return executions([&](auto create, auto execute) {
    sched.run([&](any_worker& putter) {
      create();
      for (int i = 0; i < tasks; ++i) putter.put([&execute, i] { execute(i); });
      compute(serial_seconds);
    });
  });
}

/// Calls joined to the one that goes down to the serial part.
void join_above(worker& w, int task, auto& execute) {
  if (task == tasks) return compute(serial_seconds);
  join(w, [&](worker& v) { join_above(v, task + 1, execute); }, [&] { execute(task); });
}

executed joined() {
  scheduler sched(2U);
  return executions([&](auto create, auto execute) {
    sched.run([&](worker& w) {
      create();
      join_above(w, 0, execute);
    });
  });
}

executed spawned() {
  scheduler sched(2U);
  return executions([&](auto create, auto execute) {
    sched.run([&](worker& w) {
      create();
      basic_task_group<worker> group(w);
      for (int i = 0; i < tasks; ++i) group.spawn([&execute, i] { execute(i); });
      compute(serial_seconds);
      group.wait();
    });
  });
}

/// A loop whose first call is the serial part.
executed looped() {
  scheduler sched(2U);
  return executions([&](auto create, auto execute) {
    sched.run([&](worker& w) {
      parallel_for(w, 0, tasks + 1, [&](int i) {
        if (i > 0) return execute(i - 1);
        create();
        compute(serial_seconds);
      });
    });
  });
}

/// Tasks of a flow that a task submits.
executed submitted() {
  scheduler sched(2U);
  return executions([&](auto create, auto execute) {
    sched.run([&](worker&) {
      create();
      flow all(sched);
      for (int i = 0; i < tasks; ++i) all.submit([&execute, i] { execute(i); });
      compute(serial_seconds);
      all.wait();
    });
  });
}

/// Prints what the other worker executed before the serial part was over; how many it did not.
int measure(program& bench, const std::string& name, const executed& found) {
  std::vector<double> times;
  for (const execution& each : found.all) {
    const bool by_other = each.thread != std::thread::id() && each.thread != found.creator;
    if (by_other && each.over < serial_seconds) times.push_back(each.over);
  }
  const int hidden = tasks - static_cast<int>(times.size());
  std::printf("%-21s %10d %10d %10.4f %10.4f %10.4f\n", name.c_str(), tasks - hidden, hidden,
              quantile(times, 0), quantile(times, 0.5), quantile(times, 1));
  std::fflush(stdout);
  bench.add({{"name", name}, {"tasks", tasks}, {"hidden", hidden}, {"seconds_until_executed", times}});
  return hidden;
}

int measure_all(int argc, char** argv) {
  program bench("hidden", "whether tasks stay hidden behind a long one");
  bench.parse(argc, argv);
  std::printf(
      "\n%d tasks of %g ms, then %g s without a call: what the other worker executed meanwhile\n"
      "%-21s %10s %10s %10s %10s %10s\n",
      tasks, 1e3 * task_seconds, serial_seconds, "", "executed", "hidden", "first s", "median s", "last s");
  int hidden = measure(bench, "jackdaw", put("jackdaw", "spin_yield_park"));
  hidden += measure(bench, "jackdaw, join", joined());
  hidden += measure(bench, "jackdaw, task_group", spawned());
  hidden += measure(bench, "jackdaw, parallel_for", looped());
  hidden += measure(bench, "jackdaw, flow", submitted());
  if (hidden > 0) bench.complain("jackdaw has hidden tasks");
  for (const char* pool : {"dq2", "dq8"}) measure(bench, pool, put(pool, "wake_every_put"));
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
