// What a scheduler without work costs, and how fast it is back: CPU seconds burnt while nothing, or next to
// nothing, is to be done; time from a put to the start of the task on a parked worker.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/pause.hpp>
#include <jackdaw/worker/flagship.hpp>

#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr double task_seconds = 10e-6;

void compute(double seconds) {
  const base::stopwatch watch;
  while (watch.seconds() < seconds) base::pause();
}

void report(program& bench, const char* what, double value, const char* unit) {
  std::printf("%-72s %10.4f %s\n", what, value, unit);
  std::fflush(stdout);
  bench.add({{"what", what}, {"value", value}, {"unit", unit}});
}

/// CPU seconds of the process, this thread included, for each second that `period` lasts.
double cpu_per_second(auto&& period) {
  const double before = base::process_cpu_seconds();
  const base::stopwatch watch;
  period();
  return (base::process_cpu_seconds() - before) / watch.seconds();
}

/// Calls `feed` each millisecond for a second.
void each_millisecond(auto&& feed) {
  auto next = clock::now();
  for (int i = 0; i < 1000; ++i) {
    feed();
    next += milliseconds(1);
    std::this_thread::sleep_until(next);
  }
}

void measure_burning(program& bench, unsigned workers) {
  scheduler sched(workers);
  sched.run([] {});
  std::this_thread::sleep_for(milliseconds(20));
  report(bench, "nothing to do: CPU seconds a second (ideal 0)",
         cpu_per_second([] { std::this_thread::sleep_for(milliseconds(1000)); }), "s");
  report(bench, "one worker computes, the others have nothing: CPU seconds a second (ideal 1)",
         cpu_per_second([&] { sched.run([] { compute(1.0); }); }), "s");
  report(bench, "run() of a 10 us task each millisecond: CPU seconds a second (ideal 0.01)",
         cpu_per_second([&] { each_millisecond([&] { sched.run([] { compute(task_seconds); }); }); }), "s");

  std::atomic<unsigned> executed{0};
  report(bench, "a sleeping task puts a 10 us task each millisecond: likewise", cpu_per_second([&] {
           sched.run([&](worker& w) {
             each_millisecond([&] {
               w.put([&] {
                 compute(task_seconds);
                 executed.fetch_add(1);
               });
             });
           });
         }),
         "s");
  if (executed.load() != 1000) bench.complain("a task is missing");
}

/// Worker 0 puts a task and keeps computing; the task says when it began. Microseconds, by sample.
std::vector<double> wake_up_times(program& bench, unsigned workers, int samples) {
  scheduler sched(workers);
  std::vector<double> found;
  int by_itself = 0;
  sched.run([&](worker& w) {
    for (int i = 0; i < samples; ++i) {
      compute(2e-3);  // long enough for the others to be parked
      std::atomic<double> begun{0};
      std::atomic<bool> over{false};
      const double put = base::seconds_now();
      const unsigned putter = w.id();
      bool same = false;
      w.put([&](worker& here) {
        begun.store(base::seconds_now());
        same = here.id() == putter;
        over.store(true);
      });
      while (!over.load()) base::pause();
      found.push_back(1e6 * (begun.load() - put));
      by_itself += same ? 1 : 0;
    }
  });
  if (by_itself != 0) bench.complain("a worker has executed a task inside another");
  return found;
}

void measure_waking(program& bench, unsigned workers) {
  const auto times = wake_up_times(bench, workers, bench.quick() ? 50 : 500);
  report(bench, "put to start on a parked worker, the putter keeps running: median", quantile(times, 0.5),
         "us");
  report(bench, "  90 of 100 are faster than", quantile(times, 0.9), "us");
  report(bench, "  slowest", quantile(times, 1), "us");
}

int measure_all(int argc, char** argv) {
  program bench("idle", "what a scheduler without work costs, and how fast it wakes up");
  unsigned workers = 2;
  bench.options()
      .add_option("--workers", workers, "number of workers")
      ->check(CLI::Range(2, 4096))
      ->capture_default_str();
  bench.parse(argc, argv);
  std::printf("\n%u workers\n", workers);
  measure_burning(bench, workers);
  measure_waking(bench, workers);
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
