// Replays: the graph of a recording, bounds that every prediction keeps, closed forms, the adversary.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/recorded_sharing.hpp>
#include <jackdaw/replay/replay.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/by_name/names.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/replay/made_programs.hpp"
#include "tests/trace/programs.hpp"

using namespace jackdaw;
using namespace jackdaw::tests;
using replay::machine;
using replay::policies;
using replay::policy;
using replay::policy_of;
using replay::prediction;
using replay::program;
using replay::replay_run;
using trace::event;
using trace::what;

namespace {

/// One worker, since the times of counted work are those of a thread.
using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof,
                                 trace::basic_recorder<counted_work>>;

trace::recording record(auto run) {
  recorded scheduler(1);
  run(scheduler);
  return scheduler.observer().take();
}

/// Runs of all kinds: creation, joins, groups, continuations, and two runs one after the other.
const std::vector<trace::recording>& recordings() {
  using worker = recorded::worker_type;
  static const std::vector<trace::recording> all{
      record([](recorded& s) { s.run_each(synthetic_task::initial(9)); }),
      record([](recorded& s) { s.run([](worker& w) { knary_joined(w, knary{4, 3, 1}); }); }),
      record([](recorded& s) { s.run([](worker& w) { knary_grouped(w, knary{4, 3, 1}); }); }),
      record([](recorded& s) { s.run(knary_root{knary{4, 3, 1}}); })};
  return all;
}

std::vector<program> programs() {
  std::vector<program> all;
  for (const auto& each : recordings()) all.push_back(replay::read_program(each));
  all.push_back(replay::read_program(record([](recorded& s) {
    s.run_each(synthetic_task::initial(7));
    counted_work::spend(500);
    s.run_each(synthetic_task::initial(6));
  })));
  return all;
}

constexpr double slack = 1e-6;
const replay::costs dear{7, 11, 5, 40, 300, 20, 500, 60};

}  // namespace

TEST_CASE("work and span of a program are those of the recorded graph") {
  for (const auto& seen : recordings()) {
    const program of = replay::read_program(seen);
    const trace::graph graph = trace::graph_reader::read(seen);
    CHECK(of.work() == static_cast<double>(graph.work));
    CHECK(of.span() == static_cast<double>(graph.span));
    CHECK(of.phases.size() == 1);
  }
  const program two = programs().back();
  REQUIRE(two.phases.size() == 2);
  CHECK(two.phases[1].serial == 500);
}

TEST_CASE("a recording of two workers, by hand: the joined branch ran elsewhere") {
  trace::recording seen;
  seen.kinds = {{"one", ""}, {"two", ""}};
  seen.workers = {
      {event(0, what::created, 1, 0), event(0, what::busy, 0, 0), event(10, what::started, 1, 0),
       event(40, what::created, 2, 1), event(50, what::waits, 1, 0), event(110, what::joined, 2, 1),
       event(110, what::goes_on, 1, 0), event(120, what::finished, 1, 0), event(120, what::idle, 0, 3)},
      {event(34, what::busy, 0, 0), event(45, what::started, 2, 1), event(105, what::finished, 2, 0),
       event(106, what::idle, 0, 2)}};
  const program of = replay::read_program(seen);
  CHECK(of.work() == 110);  // 40 + 10 in task 1, 60 in task 2
  CHECK(of.span() == 100);  // 30, then 60, then 10
  CHECK(replay_run(of, *policy_of("dq5"), {2}).nanoseconds == 100);
  const program less = replay::read_program(seen, {1, 2});
  CHECK(less.work() == 110 - 4 - 2);  // four pieces of time, one of them after a put
}

TEST_CASE("every catalogued pool has a policy, and every policy a pool") {
  std::set<std::string_view> pools;
  pool::catalogue.for_each([&](const auto& entry) {
    pools.insert(entry.name);
    CHECK_MESSAGE(policy_of(entry.name) != nullptr, entry.name);
    if (policy_of(entry.name) == nullptr) return;
    const bool balances = std::remove_cvref_t<decltype(entry)>::type::balances;
    CHECK((policy_of(entry.name)->amount != policy::loot::nothing) == balances);
  });
  CHECK(pools.size() == policies.size());
  for (const policy& each : policies) CHECK_MESSAGE(pools.contains(each.pool), each.pool);
  CHECK(policy_of("dq17") == nullptr);
}

TEST_CASE("one processor without costs takes the work; no number takes less than work and span allow") {
  for (const program& of : programs()) {
    const double work = of.work();
    const double span = of.span();
    for (const policy& how : policies) {
      CAPTURE(how.pool);
      const prediction alone = replay_run(of, how, {1});
      CHECK(alone.nanoseconds == doctest::Approx(work));
      CHECK(alone.tasks == of.tasks.size());
      CHECK(alone.steals == 0);
      for (const unsigned workers : {2U, 3U, 8U, 64U}) {
        for (const replay::costs& price : {replay::costs{}, dear}) {
          const prediction found = replay_run(of, how, {workers, price}, workers);
          CHECK(found.nanoseconds + slack >= std::max(work / workers, span));
          CHECK(found.tasks == of.tasks.size());
        }
      }
    }
  }
}

TEST_CASE("a central queue without costs makes a greedy schedule") {
  for (const program& of : programs()) {
    for (const char* name : {"sq1", "sq3"}) {
      for (const unsigned workers : {1U, 2U, 3U, 5U, 16U, 1024U}) {
        const double found = replay_run(of, *policy_of(name), {workers}).nanoseconds;
        CHECK(found <= of.work() / workers + of.span() + slack);
      }
    }
  }
}

TEST_CASE("closed forms: independent tasks, what they cost, and a queue that is contended") {
  const program of = independent(120);
  for (const policy& how : policies) {
    CAPTURE(how.pool);
    CHECK(replay_run(of, how, {4}).nanoseconds == doctest::Approx(30 * 100));
    CHECK(replay_run(of, how, {120}).nanoseconds == doctest::Approx(100));
  }
  CHECK(replay_run(of, *policy_of("sq1"), {1, {0, 10, 10, 0, 0}}).nanoseconds == doctest::Approx(120 * 110));
  // A lock that is held for 50 ns lets 120 tasks through in 6000, however many wait for it.
  const double contended = replay_run(of, *policy_of("sq1"), {100, {0, 50, 50, 0, 0}}).nanoseconds;
  CHECK(contended >= 120 * 50 + 100);
  CHECK(contended <= 121 * 50 + 100);
  CHECK(replay_run(of, *policy_of("dq5"), {100, {0, 50, 50, 0, 0}}).nanoseconds < 1000);
}

TEST_CASE("without balance initial tasks stay where they were dealt") {
  const program one = replay::read_program(recordings()[1]);  // a single initial task
  CHECK(replay_run(one, *policy_of("dq1"), {8}).nanoseconds == doctest::Approx(one.work()));
  CHECK(replay_run(one, *policy_of("dq2"), {8}).nanoseconds < 0.5 * one.work());
}

TEST_CASE("without balance a put wakes nobody: others could not take the task") {
  const program one = replay::read_program(recordings()[1]);
  constexpr double call = 1000;
  const replay::costs waking{.patience = 0, .wake = 10, .call = call};
  for (const char* pool : {"dq1", "dq3"}) {
    CAPTURE(pool);
    const double found = replay_run(one, *policy_of(pool), {8, waking}).nanoseconds;
    CHECK(found <=
          one.work() + 7 * call + 100);  // each of the others is woken once, for the tasks dealt to it
  }
}

TEST_CASE("a replay is the same again, and another one with another seed") {
  const program of = programs()[0];
  for (const policy& how : policies) {
    machine on{6, dear, {2, 5, 700}};
    const prediction first = replay_run(of, how, on, 3);
    const prediction again = replay_run(of, how, on, 3);
    CHECK(first.nanoseconds == again.nanoseconds);
    CHECK(first.steals == again.steals);
    CHECK(first.processors == again.processors);
  }
  CHECK(replay_run(of, *policy_of("rq1"), {6, dear}, 3).nanoseconds !=
        replay_run(of, *policy_of("rq1"), {6, dear}, 4).nanoseconds);
}

TEST_CASE("with an adversary the work fits into the processors that there were") {
  for (const program& of : programs()) {
    for (const policy& how : policies) {
      CAPTURE(how.pool);
      const prediction found = replay_run(of, how, {8, {}, {1, 4, 250}}, 5);
      CHECK(found.tasks == of.tasks.size());
      CHECK(found.processors >= 1);
      CHECK(found.processors <= 8);
      CHECK(found.nanoseconds * found.processors + slack >= of.work());
      CHECK(found.nanoseconds + slack >= of.span());
    }
  }
  const program many = independent(4000);
  const prediction two = replay_run(many, *policy_of("hood"), {8, {}, {2, 2, 1000}});
  CHECK(two.processors == doctest::Approx(2));
  CHECK(two.nanoseconds == doctest::Approx(200'000).epsilon(0.02));  // nothing is lost where thieves give way
  CHECK(replay_run(many, *policy_of("dq1"), {8, {}, {2, 2, 1000}}).nanoseconds >= 199'999);
}

TEST_CASE("tasks that wait for what never comes are an error") {
  program of = independent(1);
  of.counters.push_back({1, replay::none});
  of.steps.insert(of.steps.begin(), {10, replay::step::deed::await, 0});
  CHECK_THROWS_AS((void)replay_run(of, *policy_of("dq2"), {2}), std::invalid_argument);
  CHECK_THROWS_AS((void)replay_run(of, *policy_of("dq2"), {2, {}, {1, 2, 100}}), std::invalid_argument);
}

TEST_CASE("what workers share makes tasks longer while others are at work, and only then") {
  const program of = independent(120);
  const replay::sharing four{1.5, 4};
  CHECK(four.factor(0) == 1);
  CHECK(four.factor(1) == 1);
  CHECK(four.factor(2) == doctest::Approx(1 + 0.5 / 3));
  CHECK(four.factor(4) == 1.5);
  CHECK(four.factor(1000) == 1.5);
  const auto time_on = [&](unsigned workers) {
    return replay_run(of, *policy_of("jackdaw"), {workers, {}, {}, four}).nanoseconds;
  };
  CHECK(time_on(1) == doctest::Approx(120 * 100));
  CHECK(time_on(4) == doctest::Approx(30 * 150).epsilon(0.05));
  CHECK(time_on(8) == doctest::Approx(15 * 150).epsilon(0.05));
  const program alone = replay::read_program(recordings()[3]);
  for (const policy& how : policies) {
    CAPTURE(how.pool);
    const double shared = replay_run(alone, how, {4, dear, {}, four}, 2).nanoseconds;
    CHECK(shared + slack >= std::max(alone.work() / 4, alone.span()));
    CHECK(shared <= 1.5 * alone.work() + 1e6);
  }
}

TEST_CASE("of what copies of a run cost each other there remains what memory costs that is shared") {
  trace::recorded_run run;
  CHECK(replay::recorded_sharing(run).slower == 1);  // nothing is known
  run.plain = 1000;
  run.crowded = 1200;
  run.crowd = 4;
  const auto slower_with = [&](const trace::memory_use& memory) {
    run.memory = memory;
    return replay::recorded_sharing(run).slower;
  };
  CHECK(slower_with({}) == doctest::Approx(1.2));
  CHECK(replay::recorded_sharing(run).among == 4);
  CHECK(slower_with({1000, 1.4, 1.1}) == doctest::Approx(1.05));  // a quarter remains
  CHECK(slower_with({1000, 1.4, 0.9}) == doctest::Approx(1));     // parts fit into caches of their own
  CHECK(slower_with({1000, 1.4, 1.8}) == doctest::Approx(1.2));   // never more than was measured
  CHECK(slower_with({1000, 1.04, 1.0}) == doctest::Approx(1.2));  // memory is not what it is about
  CHECK(slower_with({0, 1.4, 1.1}) == doctest::Approx(1.2));      // not known of how much memory
  run.crowded = 900;
  CHECK(slower_with({1000, 1.4, 1.1}) == 1);
  run.crowded = 1200;
  run.crowd = 1;
  CHECK(slower_with({}) == 1);
}
