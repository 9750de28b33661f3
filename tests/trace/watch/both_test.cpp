// One run that is recorded and watched: each of the two sees what it would see alone.
#include <atomic>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>
#include <jackdaw/fork_join/group/task_group.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/observe/borrowed.hpp>
#include <jackdaw/observe/both.hpp>
#include <jackdaw/observe/watch/watch.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>

#include "tests/support/schedulers.hpp"
#include "tests/trace/programs.hpp"

namespace both_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using observe::activity;

namespace {

template <class Observer>
using scheduler_with = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, Observer>;

using seen_by_both = observe::both<trace::recorder, activity>;
using counted_by_both = observe::both<trace::basic_recorder<counted_work>, activity>;
static_assert(observe::numbering_observer<seen_by_both>);
static_assert(!observe::adopting_observer<trace::recorder>);
static_assert(sizeof(scheduler_with<seen_by_both>::task_type) ==
              sizeof(scheduler_with<trace::recorder>::task_type));

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct report {
  std::string lines;
  std::atomic<int> count{0};
  [[nodiscard]] observe::watch::listener taker() {
    return [this](const std::string& said) {
      if (count == 0) lines = said;
      ++count;
    };
  }
};

template <class Observer>
trace::graph graph_of(auto program) {
  scheduler_with<Observer> scheduler(1);
  program(scheduler);
  if constexpr (requires { scheduler.observer().take(); }) {
    return trace::graph_reader::read(scheduler.observer().take());
  } else {
    return trace::graph_reader::read(
        scheduler.observer().template as<trace::basic_recorder<counted_work>>()->take());
  }
}

/// Both ways of recording see the same graph, in which nothing has been forgotten.
void check_same(auto program, std::uint64_t work, std::uint64_t span) {
  const auto alone = graph_of<trace::basic_recorder<counted_work>>(program);
  const auto together = graph_of<counted_by_both>(program);
  CHECK(alone.work == work);
  CHECK(together.work == work);
  CHECK(together.span == span);
  CHECK(together.span == alone.span);
  CHECK(together.order == alone.order);
  CHECK(together.critical_path.size() == alone.critical_path.size());
}

}  // namespace

TEST_CASE("a recorder sees the same when the run is watched: joins, groups, continuations") {
  const knary tree{4, 3, 1};
  check_same([&](auto& s) { s.run([&](auto& w) { knary_joined(w, tree); }); }, tree.work(), tree.span());
  check_same([&](auto& s) { s.run([&](auto& w) { knary_grouped(w, tree); }); }, tree.work(), tree.span());
  check_same([&](auto& s) { s.run(knary_root{tree}); }, tree.work(), tree.span());
}

TEST_CASE("both find their parts, at compile time and at run time") {
  scheduler_with<seen_by_both> sched(2);
  auto* const watched = sched.observer().as<activity>();
  auto* const recorded = sched.observer().as<trace::recorder>();
  REQUIRE(watched != nullptr);
  REQUIRE(recorded != nullptr);
  CHECK(sched.observer().as<trace::basic_recorder<counted_work>>() == nullptr);
  CHECK(observe::activity_of(sched) == watched);

  any_scheduler chosen = tests::make_scheduler(
      {.pool = "dq8", .workers = 2, .observer = &observe::any_observer::make<seen_by_both>});
  CHECK(chosen.observer<activity>() != nullptr);
  CHECK(chosen.observer<trace::recorder>() != nullptr);
  CHECK(chosen.observer<seen_by_both>() != nullptr);
  CHECK(chosen.observer<trace::basic_recorder<counted_work>>() == nullptr);
  any_scheduler alone = tests::make_scheduler({.pool = "dq8", .workers = 2});
  CHECK(alone.observer<activity>() == nullptr);
}

TEST_CASE("a run of any pool is watched and recorded at once") {
  for (const char* pool : {"sq1", "dq8", "jackdaw"}) {
    CAPTURE(pool);
    any_scheduler sched = tests::make_scheduler(
        {.pool = pool, .workers = 2, .observer = &observe::any_observer::make<seen_by_both>});
    report heard;
    sched.run([&](any_worker& w) {
      w.put([] {});
      const observe::watch watching(*sched.observer<activity>(), 0.02, heard.taker());
      while (heard.count == 0) std::this_thread::yield();
    });
    CHECK(has(heard.lines, "  runs '"));
    CHECK(sched.observer<activity>()->finished() == 2);
    const auto seen = sched.observer<trace::recorder>()->take();
    CHECK(trace::read_history(seen).tasks.size() == 2);
  }
}

TEST_CASE("a held task is named to the watch, and is held in the record") {
  scheduler_with<seen_by_both> sched(2);
  auto& watched = *sched.observer().as<activity>();
  std::size_t waiting = 0;
  sched.run([&](auto& w) {
    auto both = w.after(2, [] {});
    waiting = watched.now().waiting.size();
    w.put([one = both.next()](auto& v) mutable { one.arrive(v); });
    w.put([two = both.next()](auto& v) mutable { two.arrive(v); });
  });
  CHECK(waiting == 1);
  CHECK(watched.now().waiting.empty());
  CHECK(!watched.under_way());
  const auto run = trace::read_history(sched.observer().as<trace::recorder>()->take());
  CHECK(run.tasks.size() == 4);
  CHECK(run.dependences.size() == 2);
  CHECK(watched.finished() == 4);
}

TEST_CASE("tasks of a flow that wait are named while the flow is recorded") {
  scheduler_with<seen_by_both> sched(2);
  auto& watched = *sched.observer().as<activity>();
  handle<int> x(0);
  basic_flow tasks(sched);
  observe::moment found;
  tasks.submit(named("writes"), write(x), [&](int&) {
    while ((found = watched.now()).waiting.size() != 1) std::this_thread::yield();
  });
  tasks.submit(named("reads"), read(x), [](const int&) {});
  tasks.wait();
  sched.await_rest();
  CHECK(found.waiting.front().name == "reads");
  CHECK(trace::read_history(sched.observer().as<trace::recorder>()->take()).tasks.size() == 2);
}

TEST_CASE("a scheduler that borrows both observers shows them joins; both are told of steals and sleep") {
  auto lent = observe::any_observer::make<seen_by_both>(2);
  unsigned forked_on = 0;
  {
    scheduler_with<observe::borrowed> sched(2);
    sched.observer().show(lent);
    CHECK(sched.observer().as<activity>() == lent.as<activity>());
    std::atomic<bool> taken{false};
    sched.run([&](auto& w) {
      forked_on = w.id();
      join(
          w,
          [&] {
            while (!taken) std::this_thread::yield();
          },
          [&] { taken = true; });
    });
  }
  CHECK(lent.as<activity>()->finished() == 2);
  const auto run = trace::read_history(lent.as<trace::recorder>()->take());
  CHECK(run.tasks.size() == 2);
  CHECK(run.thefts.size() == (forked_on == 0 ? 1U : 2U));  // what run() begins with may be stolen, too
}

}  // namespace both_test
