// How much a steal moves: the pools of HR10 and KR02 against Jackdaw's own, all with the same idle policy and
// memory manager. Two workloads: tasks that all lie with one worker, so that the others live on steals; and
// KR02's synthetic algorithm, where every worker soon has its own.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"
#include "bench/support/synthetic_task.hpp"

namespace jackdaw::bench {
namespace {

constexpr unsigned most_workers = 64;

// ---- counting steals ----

/// Steals that found something, by thief. Static, because a pool makes its own order of victims.
std::array<base::padded<std::uint64_t>, most_workers> steals_by;

/// An order of victims that counts the searches that found something: one steal each.
template <class Order>
struct counting : Order {
  using Order::Order;
  auto first_of(unsigned thief, auto visit) const -> decltype(visit(thief)) {
    auto found = Order::first_of(thief, visit);
    if (found) ++*steals_by[thief];
    return found;
  }
};

/// Jackdaw's pool; what a worker gets when its own deque looks empty is stolen.
struct counting_split_pool : pool::split_pool {
  using split_pool::split_pool;
  [[nodiscard]] task* get(unsigned id) {
    const auto& own = at(id).deque;
    const bool has_own = own.has_private() || own.has_public();
    task* const found = split_pool::get(id);
    if (found != nullptr && !has_own) ++*steals_by[id];
    return found;
  }
};

using sync::blocking_lock;
using neighbours = counting<pool::next_neighbours>;
using dq2 =
    pool::stealing<queue::locked<queue::linked_list<>, blocking_lock>, queue::end::working, neighbours>;
using dq5 =
    pool::stealing<queue::locked<queue::double_linked_list, blocking_lock>, queue::end::opposite, neighbours>;
using dq8 =
    pool::private_public<queue::block<4>,
                         pool::stealing<pool::locked_list<queue::block<4>>, queue::end::working, neighbours>>;
using atp = pool::adaptive<pool::forest_of<0, 0>, counting<pool::nearest>>;
using atp2 = pool::adaptive<pool::forest_of<2, 3>, counting<pool::nearest>>;

// ---- the workloads ----

/// What one run came to.
struct totals {
  double seconds = 0;
  double steals = 0;
  double moved = 0;  ///< tasks that another worker executed than the one that put them
};

/// Counts of one run, by worker.
struct tally {
  std::uint64_t executed = 0;
  std::uint64_t moved = 0;
};
using tallies = std::array<base::padded<tally>, most_workers>;

void note(tallies& all, unsigned id, unsigned putter) {
  ++all[id]->executed;
  if (id != putter) ++all[id]->moved;
}

totals finish(program& bench, double seconds, const tallies& all, std::uint64_t expected) {
  totals result{.seconds = seconds};
  std::uint64_t executed = 0;
  for (unsigned id = 0; id < most_workers; ++id) {
    executed += all[id]->executed;
    result.moved += static_cast<double>(all[id]->moved);
    result.steals += static_cast<double>(*steals_by[id]);
  }
  if (executed != expected) bench.complain("a task is missing, or is too many");
  return result;
}

/// One worker puts all tasks, each of some hundred nanoseconds; then it works, too.
struct dealt_to_one {
  static constexpr const char* name = "dealt to one worker";
  static constexpr int tasks = 200'000;
  static constexpr std::uint64_t units = 400;

  static totals run(program& bench, auto& sched) {
    tallies all{};
    const base::stopwatch watch;
    sched.run([&](auto& owner) {
      note(all, owner.id(), owner.id());
      for (int i = 0; i < tasks; ++i) {
        owner.put([&all, putter = owner.id()](auto& w) {
          apps::simulate_work(units);
          note(all, w.id(), putter);
        });
      }
    });
    return finish(bench, watch.seconds(), all, tasks + 1);
  }
};

struct tree_task {
  synthetic_state* state;
  tallies* all;
  int i;
  unsigned putter;

  void operator()(auto& w) const {
    note(*all, w.id(), putter);
    synthetic::step(*state, i, w.id(), [&](int j) { w.put(tree_task{state, all, j, w.id()}); });
  }
};

/// KR02's algorithm; its initial tasks are dealt round robin, and count as put by the worker that they are
/// dealt to.
template <int K, int F>
struct synthetic_tree {
  static constexpr const char* name = F == 0 ? "synthetic, empty tasks" : "synthetic, f=5";

  static totals run(program& bench, auto& sched) {
    auto state = make_synthetic_state(F, sched.workers());
    tallies all{};
    std::vector<tree_task> initial;
    for (int i = K - 1; i >= 0; --i) {
      initial.push_back({&state, &all, i, static_cast<unsigned>(K - 1 - i) % sched.workers()});
    }
    const base::stopwatch watch;
    sched.run_each(initial);
    const double seconds = watch.seconds();
    if (sum_of(state) != synthetic::expected_tally(K)) bench.complain("wrong tasks were executed");
    return finish(bench, seconds, all, synthetic::total(synthetic::expected_tally(K)));
  }
};

// ---- the comparison ----

template <class Workload, class Pool>
totals run(program& bench, unsigned workers) {
  basic_scheduler<Pool, working::spin_yield_park, memory::dgbkof> sched(workers);
  for (auto& steals : steals_by) *steals = 0;
  return Workload::run(bench, sched);
}

template <class Workload>
void compare(program& bench, unsigned workers) {
  struct candidate {
    const char* name;
    totals (*run)(program&, unsigned);
  };
  static constexpr std::array<candidate, 6> candidates{{{"atp", &run<Workload, atp>},
                                                        {"atp2", &run<Workload, atp2>},
                                                        {"dq8", &run<Workload, dq8>},
                                                        {"dq2", &run<Workload, dq2>},
                                                        {"dq5", &run<Workload, dq5>},
                                                        {"jackdaw", &run<Workload, counting_split_pool>}}};
  std::array<std::vector<totals>, candidates.size()> measured;
  interleave(candidates.size(), bench.rounds(), [&](std::size_t i, unsigned round) {
    const totals value = candidates[i].run(bench, workers);
    if (round != 0) measured[i].push_back(value);
  });
  std::printf("\n%s, %u workers: medians of %u\n%-9s %12s %12s %14s %12s\n", Workload::name, workers,
              bench.rounds(), "pool", "ms", "steals", "tasks moved", "per steal");
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::vector<double> seconds;
    std::vector<double> steals;
    std::vector<double> moved;
    for (const totals& each : measured[i]) {
      seconds.push_back(each.seconds);
      steals.push_back(each.steals);
      moved.push_back(each.moved);
    }
    const double all_steals = spread_of(steals).median;
    const double all_moved = spread_of(moved).median;
    std::printf("%-9s %12.3f %12.0f %14.0f %12.1f\n", candidates[i].name, 1e3 * spread_of(seconds).median,
                all_steals, all_moved, all_steals > 0 ? all_moved / all_steals : 0);
    bench.add({{"workload", Workload::name},
               {"pool", candidates[i].name},
               {"workers", workers},
               {"seconds", seconds},
               {"steals", steals},
               {"tasks_moved", moved}});
  }
  std::fflush(stdout);
}

int measure_all(int argc, char** argv) {
  program bench("steal_amount", "how much a steal moves, and what that saves");
  bench.parse(argc, argv);
  const unsigned all = base::cpu_budget().workers();
  for (const unsigned workers : {2U, all < 4 ? 4U : all}) {
    if (workers > most_workers) continue;
    compare<dealt_to_one>(bench, workers);
    compare<synthetic_tree<25, 0>>(bench, workers);
    compare<synthetic_tree<22, 5>>(bench, workers);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
