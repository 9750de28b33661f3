// Random programs against a sequential interpreter of the access rules.
//
// Every task computes from what it reads; objects note which task is inside from when to when, and that must be an
// order that the rules allow. Some tasks leave their changes to subtasks, or to subtasks of these; some have a
// priority, are pinned, have been reserved before, all or but for a read, name a range, are over when another one says so, run always, require
// units of resources, are values, or name an object twice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <unordered_set>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/random_programs/history.hpp"
#include "tests/flow/random_programs/program_tasks.hpp"
#include "tests/flow/random_programs/random_program.hpp"
#include "tests/support/work_done.hpp"

namespace jackdaw::tests {

/// What wait() throws, as a number.
inline std::size_t failures_of(auto& tasks) {
  try {
    tasks.wait();
  } catch (const flow_error& e) { return e.failures().size(); }
  return 0;
}

/// So that no program counts twice; nor in two tests: of these each has the programs whose hash leaves its number.
inline std::unordered_set<std::uint64_t> known_programs;
enum class share : std::uint8_t { of_pools, of_default };

/// One submitter: the result is that of the interpreter, to the last bit. False: the program does not count.
template <class Scheduler>
bool check_exactly(Scheduler& sched, std::uint64_t seed, share own) {
  base::random random(seed);
  const std::size_t cells = 1 + random.below(5);
  std::vector<task_plan> plans(1 + random.below(16));
  const bool may_fail = random.below(3) == 0;
  std::uint64_t hash = cells;
  for (task_plan& plan : plans) hash = (plan = random_task(random, cells, may_fail, true)).hash(hash);
  if (hash % 2 != static_cast<unsigned>(own) || !known_programs.insert(hash).second) return false;

  program_run now(cells, plans.size());
  interpreter expected(cells);
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
    REQUIRE(failures_of(tasks) == expected.failed());
    REQUIRE(tasks.skipped() == expected.skipped);
    REQUIRE(submit.results_are_right());
  }
  REQUIRE(!now.overused);
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
  now.lingers = true;
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

  REQUIRE(!now.overused);

  order all;
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
  interpreter expected(cells);
  for (const std::size_t task : sequence) REQUIRE(now.seen[task].load() == expected.run(plans[task], task));
  for (std::size_t c = 0; c < cells; ++c) REQUIRE(now.cells[c].value().value == expected.value(c));
}

/// So many different programs with one submitter, and some with several.
template <class Scheduler>
void check_programs(Scheduler& sched, std::uint64_t& seed, int programs, int together, share own) {
  const auto all = static_cast<std::uint64_t>(programs) + static_cast<std::uint64_t>(together);
  while (programs > 0) {
    CAPTURE(seed);
    programs -= check_exactly(sched, seed++, own) ? 1 : 0;
  }
  for (int i = 0; i < together; ++i) {
    CAPTURE(seed);
    check_together(sched, seed++);
  }
  work_done(work_kind::flow_programs, all);
}

}  // namespace jackdaw::tests
