// How much memory tasks take that a thread from outside has put and that wait, as all workers are busy; and how much they
// take at most where their number is limited. Each case in a process of its own, whose peak it is: a peak never falls.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/fork_join/group/task_group.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/program.hpp"

namespace jackdaw::bench {
namespace {

const auto tasks = sized<std::uint64_t>(10'000'000, 10'000);
constexpr std::uint64_t limit = 10'000;

[[nodiscard]] std::size_t peak_bytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::size_t>(used.ru_maxrss) * 1024;
}

struct outcome {
  double bytes = 0;  // a task
  bool right = false;
};

/// `submit(f)` puts a task, `wait()` waits for all. Not `hold`: tasks are executed meanwhile.
outcome put_all(unsigned workers, bool hold, const auto& submit, const auto& wait) {
  std::atomic<bool> open{!hold};
  std::atomic<unsigned> inside{0};
  for (unsigned i = 0; hold && i < workers; ++i) {
    submit([&] {
      ++inside;
      while (!open) sched_yield();
    });
  }
  while (hold && inside < workers) sched_yield();
  std::atomic<std::uint64_t> executed{0};
  const std::size_t before = peak_bytes();
  for (std::uint64_t i = 0; i < tasks; ++i)
    submit([&executed] { executed.fetch_add(1, std::memory_order_relaxed); });
  open = true;
  wait();
  return {static_cast<double>(peak_bytes() - before) / static_cast<double>(tasks), executed == tasks};
}

outcome by_flow(bool hold, bool limited) {
  scheduler jackdaws(2);
  flow all(jackdaws, limited ? limit : ~std::uint64_t{0});
  return put_all(2, hold, [&](const auto& f) { all.submit(f); }, [&] { all.wait(); });
}

outcome by_group(bool hold, bool limited) {
  task_group all;
  if (limited) all.limit_tasks(limit);
  return put_all(
      default_scheduler().workers(), hold, [&](const auto& f) { all.spawn(f); }, [&] { all.wait(); });
}

struct situation {
  std::string_view name;
  outcome (*put)(bool hold, bool limited);
  bool hold;
  bool limited;
};

constexpr std::array situations{situation{"flow, all wait", by_flow, true, false},
                                situation{"flow, executed meanwhile", by_flow, false, false},
                                situation{"flow, most_tasks 10 000", by_flow, false, true},
                                situation{"group, all wait", by_group, true, false},
                                situation{"group, executed meanwhile", by_group, false, false},
                                situation{"group, limit_tasks 10 000", by_group, false, true}};

/// In a process of its own, which has no threads yet.
outcome in_child(const situation& of) {
  std::array<int, 2> ends{};
  outcome found;
  if (pipe(ends.data()) != 0) return found;
  const pid_t child = fork();
  if (child == 0) {
    const outcome here = of.put(of.hold, of.limited);
    _exit(::write(ends[1], &here, sizeof here) == static_cast<ssize_t>(sizeof here) ? 0 : 1);
  }
  close(ends[1]);
  if (child < 0 || ::read(ends[0], &found, sizeof found) != static_cast<ssize_t>(sizeof found))
    found.right = false;
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return found;
}

int measure(int argc, char** argv) {
  program bench("waiting_memory", "peak memory of tasks from outside that wait");
  bench.parse(argc, argv);
  std::printf("\n%llu tasks with a closure of 8 bytes, from a thread outside of tasks\n%-28s %14s %10s\n",
              static_cast<unsigned long long>(tasks), "", "bytes a task", "peak, MB");
  for (const situation& each : situations) {
    const outcome found = in_child(each);
    if (!found.right) bench.complain("a task was not executed");
    std::printf("%-28.*s %14.2f %10.1f\n", static_cast<int>(each.name.size()), each.name.data(), found.bytes,
                1e-6 * found.bytes * static_cast<double>(tasks));
    std::fflush(stdout);
    bench.add({{"situation", each.name}, {"tasks", tasks}, {"bytes_a_task", found.bytes}});
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
