// What a task costs that is submitted again in each round, against one of a graph that runs again: on the tasks of a
// tiled Cholesky factorization and of heat on a rod, both without much work. Each round is checked.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/flow_graph.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>

#include "apps/support/work/cholesky_tasks.hpp"
#include "bench/peers/peer.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

using cell = std::uint64_t;
using cells = std::deque<handle<cell>>;

const unsigned rounds = sized(20U, 3U);

/// A tile is one number. Tiles that are read are not written again in a round.
class cholesky {
 public:
  static constexpr const char* name = "Cholesky";
  cholesky() : pattern_(sized<std::size_t>(20, 4)), tiles_(sized<std::size_t>(20, 4)) {}

  [[nodiscard]] std::size_t tasks() const { return pattern_.count(); }
  [[nodiscard]] std::size_t handles() const { return tiles_ * tiles_; }

  void submit_to(auto& to, cells& t) const { pattern_.for_each(submitted<decltype(to)>{to, t}); }
  void do_once(std::vector<cell>& t) const { pattern_.for_each(done{t}); }

 private:
  static void factor(cell& x) { x = 3 * x + 1; }
  static void solve(const cell& a, cell& x) { x = 5 * x + a; }
  static void update(const cell& a, cell& x) { x = 7 * x + a; }
  static void multiply(const cell& a, const cell& b, cell& x) { x = 11 * x + a + b; }

  template <class To>
  struct submitted {
    To to;
    cells& t;
    void factor(std::size_t kk) { to.submit(write(t[kk]), cholesky::factor); }
    void solve(std::size_t kk, std::size_t ik) { to.submit(read(t[kk]), write(t[ik]), cholesky::solve); }
    void update(std::size_t ik, std::size_t ii) { to.submit(read(t[ik]), write(t[ii]), cholesky::update); }
    void multiply(std::size_t ik, std::size_t jk, std::size_t ij) {
      to.submit(read(t[ik]), read(t[jk]), write(t[ij]), cholesky::multiply);
    }
  };
  struct done {
    std::vector<cell>& t;
    void factor(std::size_t kk) { cholesky::factor(t[kk]); }
    void solve(std::size_t kk, std::size_t ik) { cholesky::solve(t[kk], t[ik]); }
    void update(std::size_t ik, std::size_t ii) { cholesky::update(t[ik], t[ii]); }
    void multiply(std::size_t ik, std::size_t jk, std::size_t ij) { cholesky::multiply(t[ik], t[jk], t[ij]); }
  };

  apps::cholesky_tasks pattern_;
  std::size_t tiles_;
};

/// A block is one number, and there are two of each. A round is a number of time steps.
class heat {
 public:
  static constexpr const char* name = "heat";

  [[nodiscard]] std::size_t tasks() const { return steps_ * blocks_; }
  [[nodiscard]] std::size_t handles() const { return 2 * blocks_; }

  void submit_to(auto& to, cells& all) const {
    for_each([&](std::size_t left, std::size_t here, std::size_t right, std::size_t next) {
      to.submit(read(all[left]), read(all[here]), read(all[right]), write(all[next]), step);
    });
  }
  void do_once(std::vector<cell>& all) const {
    for_each([&](std::size_t left, std::size_t here, std::size_t right, std::size_t next) {
      step(all[left], all[here], all[right], all[next]);
    });
  }

 private:
  static void step(const cell& left, const cell& here, const cell& right, cell& next) {
    next = left + 2 * here + 3 * right + 1;
  }
  void for_each(auto&& task) const {
    for (std::size_t s = 0; s < steps_; ++s) {
      const std::size_t old = s % 2 * blocks_;
      for (std::size_t b = 0; b < blocks_; ++b)
        task(old + (b + blocks_ - 1) % blocks_, old + b, old + (b + 1) % blocks_, blocks_ - old + b);
    }
  }

  std::size_t blocks_ = sized<std::size_t>(64, 8);
  std::size_t steps_ = sized<std::size_t>(20, 2);
};

template <class Problem>
void check(program& bench, const cells& found) {
  static const std::vector<cell> expected = [] {
    const Problem problem;
    std::vector<cell> all(problem.handles(), 1);
    for (unsigned r = 0; r <= rounds; ++r) problem.do_once(all);
    return all;
  }();
  bool right = true;
  for (std::size_t i = 0; i < expected.size(); ++i) right = right && found[i].value() == expected[i];
  if (!right) bench.complain(std::string(Problem::name) + ": a wrong result");
}

template <class Problem>
cells make_cells() {
  cells all;
  for (std::size_t i = 0; i < Problem().handles(); ++i) all.emplace_back(1U);
  return all;
}

/// Nanoseconds a task: on the clock, and of processors. The latter are the same while other programs run.
struct price {
  double wall;
  double cpu;
};

class meter {
 public:
  [[nodiscard]] price per_task(std::size_t tasks) const {
    const auto all = static_cast<double>(tasks);
    return {1e9 * watch_.seconds() / all,
            static_cast<double>(base::process_cpu_nanoseconds() - begun_) / all};
  }

 private:
  base::stopwatch watch_;
  std::uint64_t begun_ = base::process_cpu_nanoseconds();
};

/// Without the first round. Submitted by the main thread, or in a task.
template <class Problem>
price submitted(program& bench, unsigned workers, bool in_task) {
  const Problem problem;
  scheduler sched(workers);
  flow tasks(sched);
  cells all = make_cells<Problem>();
  const auto once = [&] {
    problem.submit_to(tasks, all);
    tasks.wait();
  };
  price found{};
  const auto all_rounds = [&] {
    once();
    const meter measured;
    for (unsigned r = 0; r < rounds; ++r) once();
    found = measured.per_task(rounds * problem.tasks());
  };
  if (in_task) {
    sched.run([&](worker& /*w*/) { all_rounds(); });
  } else {
    all_rounds();
  }
  check<Problem>(bench, all);
  return found;
}

template <class Problem>
price run_again(program& bench, unsigned workers) {
  const Problem problem;
  scheduler sched(workers);
  flow_graph graph(sched);
  cells all = make_cells<Problem>();
  problem.submit_to(graph, all);
  graph.run();
  const meter measured;
  graph.run(rounds);
  const price found = measured.per_task(rounds * problem.tasks());
  check<Problem>(bench, all);
  return found;
}

/// What it costs to submit to a graph, and to run it for the first time.
template <class Problem>
price recorded(program& /*bench*/, unsigned workers) {
  const Problem problem;
  scheduler sched(workers);
  cells all = make_cells<Problem>();
  const meter measured;
  flow_graph graph(sched);
  problem.submit_to(graph, all);
  graph.run();
  return measured.per_task(problem.tasks());
}

template <class Problem>
void compare(program& bench, unsigned workers) {
  static constexpr std::array<const char*, 4> ways{"submitted by main", "submitted in a task", "run again",
                                                   "first run"};
  std::array<std::vector<double>, ways.size()> wall;
  std::array<std::vector<double>, ways.size()> cpu;
  interleave(ways.size(), bench.rounds(), [&](std::size_t i, unsigned round) {
    const price found = i < 2    ? submitted<Problem>(bench, workers, i == 1)
                        : i == 2 ? run_again<Problem>(bench, workers)
                                 : recorded<Problem>(bench, workers);
    if (round == 0) return;
    wall[i].push_back(found.wall);
    cpu[i].push_back(found.cpu);
  });
  for (std::size_t i = 0; i < ways.size(); ++i) {
    std::printf("%-9s %7u %7zu %-20s %9.1f %9.1f %9.1f %9.1f\n", Problem::name, workers, Problem().tasks(),
                ways[i], spread_of(wall[i]).median, *std::min_element(wall[i].begin(), wall[i].end()),
                spread_of(cpu[i]).median, *std::min_element(cpu[i].begin(), cpu[i].end()));
    bench.add({{"problem", Problem::name},
               {"workers", workers},
               {"tasks", Problem().tasks()},
               {"way", ways[i]},
               {"nanoseconds_per_task", wall[i]},
               {"cpu_nanoseconds_per_task", cpu[i]}});
  }
  std::fflush(stdout);
}

int measure_all(int argc, char** argv) {
  program bench("graph", "a task of a graph that runs again against one that is submitted in each round");
  bench.parse(argc, argv);
  std::printf("\nns per task\n%-9s %7s %7s %-20s %9s %9s %9s %9s\n", "problem", "workers", "tasks", "way",
              "median", "least", "CPU", "least");
  std::vector<unsigned> counts{1, 2};
  if (const unsigned all = base::cpu_budget().workers(); all > 2) counts.push_back(all);
  for (const unsigned workers : counts) {
    compare<cholesky>(bench, workers);
    compare<heat>(bench, workers);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
