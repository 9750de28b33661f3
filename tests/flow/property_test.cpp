// Random programs on all pools against a sequential interpreter of the access rules.
//
// Every task computes from what it reads; objects note who is inside from when to when, and that must be an order that
// the rules allow. Some tasks leave their changes to subtasks, or to subtasks of these; some have a priority, are
// pinned, have been reserved before, or name an object twice.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <unordered_set>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/flow.hpp>

#include "tests/flow/history.hpp"
#include "tests/flow/program_tasks.hpp"
#include "tests/flow/random_program.hpp"
#include "tests/support/pools.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using tests::program_run;
using tests::random_task;
using tests::set_of;
using tests::submitter;
using tests::task_plan;

namespace {

std::size_t failures_of(auto& tasks) {
  try {
    tasks.wait();
  } catch (const flow_error& e) { return e.failures().size(); }
  return 0;
}

/// So that no program counts twice.
std::unordered_set<std::uint64_t> known;

/// One submitter: the result is that of the interpreter, to the last bit. False: the same program as an earlier one.
template <class Scheduler>
bool check_exactly(Scheduler& sched, std::uint64_t seed) {
  base::random random(seed);
  const std::size_t cells = 1 + random.below(5);
  std::vector<task_plan> plans(1 + random.below(16));
  const bool may_fail = random.below(3) == 0;
  std::uint64_t hash = cells;
  for (task_plan& plan : plans) hash = (plan = random_task(random, cells, may_fail, true)).hash(hash);
  if (!known.insert(hash).second) return false;

  program_run now(cells, plans.size());
  tests::interpreter expected(cells);
  std::vector<std::uint64_t> sees;
  {
    basic_flow tasks(sched);
    submitter submit(tasks, now);
    for (const task_plan& plan : plans) {
      submit.submit(plan, sees.size());
      sees.push_back(expected.run(plan, sees.size()));
      if (random.below(3) == 0) submit.use_reservations();
    }
    submit.use_reservations();
    REQUIRE(failures_of(tasks) == expected.failed);
    REQUIRE(tasks.skipped() == expected.skipped);
  }
  for (std::size_t t = 0; t < sees.size(); ++t) REQUIRE(now.seen[t].load() == sees[t]);
  for (std::size_t c = 0; c < cells; ++c) {
    REQUIRE(now.cells[c].value().log.follows([&](std::size_t task) { return expected.group(c, task); }));
    REQUIRE(now.cells[c].value().value == expected.value(c));
  }
  return true;
}

/// Several submitters and tasks that submit: what was seen of all objects is one order, in which each submitter's tasks
/// keep theirs, and the interpreter finds the same when it takes them in that order.
template <class Scheduler>
void check_together(Scheduler& sched, std::uint64_t seed) {
  constexpr std::size_t submitters = 3;
  constexpr std::size_t each = 12;
  constexpr std::size_t inner = 3;  // of each, by tasks
  constexpr std::size_t count = submitters * (each + inner);
  base::random random(seed);
  const std::size_t cells = 1 + random.below(4);
  const bool may_fail = random.below(3) == 0;
  std::vector<task_plan> plans(count);
  for (task_plan& plan : plans) plan = random_task(random, cells, may_fail, false);

  program_run now(cells, count);
  basic_flow tasks(sched);
  const auto submit_some = [&](std::size_t first) {
    for (std::size_t i = 0; i < each; ++i) {
      submitter(tasks, now).submit(plans[first + i], first + i);
      if (i % (each / inner) != 0) continue;
      const std::size_t task = submitters * each + (first + i) / (each / inner);
      tasks.submit([&, task] { submitter(tasks, now).submit(plans[task], task); });
    }
  };
  {
    std::thread one([&] { submit_some(each); });
    std::thread two([&] { submit_some(2 * each); });
    submit_some(0);
    one.join();
    two.join();
  }
  const std::size_t failed = failures_of(tasks);
  const auto ran =
      std::count_if(now.seen.begin(), now.seen.end(), [](const auto& seen) { return seen != 0; });
  REQUIRE(static_cast<std::size_t>(ran) + failed + tasks.skipped() == count);

  tests::order all;
  for (const auto& c : now.cells) {
    REQUIRE(!c.in_use());
    REQUIRE(all.add(c.value().log));
  }
  for (std::size_t later = 0; later < submitters * each; ++later) {
    for (std::size_t earlier = later / each * each; earlier < later; ++earlier) {
      if (plans[earlier].conflicts_with(plans[later])) all.add(set_of(earlier), set_of(later));
    }
  }
  const std::vector<std::size_t> sequence = all.in_sequence(count);
  REQUIRE(sequence.size() == count);
  if (failed != 0) return;  // what was skipped has left no trace
  tests::interpreter expected(cells);
  for (const std::size_t task : sequence) REQUIRE(now.seen[task].load() == expected.run(plans[task], task));
  for (std::size_t c = 0; c < cells; ++c) REQUIRE(now.cells[c].value().value == expected.value(c));
}

/// So many different programs with one submitter, and some with several.
template <class Scheduler>
void check(Scheduler& sched, std::uint64_t& seed, int programs, int together) {
  while (programs > 0) {
    CAPTURE(seed);
    programs -= check_exactly(sched, seed++) ? 1 : 0;
  }
  for (int i = 0; i < together; ++i) {
    CAPTURE(seed);
    check_together(sched, seed++);
  }
}

}  // namespace

TEST_CASE("random programs do what the interpreter says") {
  std::vector<scheduler_choice> choices;
  unsigned large = 4;  // of the large numbers of workers each pool tries one
  tests::for_each_choice({1, 2, 3, 4, 5, 6, 7, 8}, [&](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool) || (choice.workers > 3 && choice.workers != large)) return;
    choices.push_back(choice);
    if (choice.workers > 3) large = large == 8 ? 4 : large + 1;
  });
  const int programs = tests::scaled(60'000) / static_cast<int>(choices.size()) + 1;
  std::uint64_t seed = tests::first_seed() + 1;
  for (const auto& choice : choices) {
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    check(sched, seed, programs, tests::scaled(10));
  }
}

TEST_CASE("random programs on the default scheduler") {
  std::uint64_t seed = tests::first_seed() + 1'000'000;
  for (unsigned workers = 1; workers <= 8; ++workers) {
    CAPTURE(workers);
    scheduler sched(workers);
    check(sched, seed, tests::scaled(5'000), tests::scaled(150));
  }
}
