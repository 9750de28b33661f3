// What tasks say of themselves is recorded: which task said it, when, and how spans nest.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/fork_join/group/task_group.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/observe/both.hpp>
#include <jackdaw/observe/task_log.hpp>
#include <jackdaw/observe/watch/activity.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/trace/logs.hpp"

namespace task_log_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using trace::history;

namespace {

template <class Observer>
using seen_by = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, Observer>;
using recorded = seen_by<trace::recorder>;

/// Each is within its task, on its worker.
void check_places(const history& run) {
  for (const auto& each : run.log_entries) {
    REQUIRE(each.task < run.tasks.size());
    const history::task& task = run.tasks[each.task];
    CHECK(each.worker == task.worker);
    CHECK(task.started <= each.from);
    CHECK(each.from <= each.to);
    CHECK(each.to <= task.finished);
    CHECK(each.own_length() <= task.own_length());
  }
}

}  // namespace

TEST_CASE("what a task says is recorded: points in time, stretches, counters") {
  recorded scheduler(1);
  scheduler.run([](auto& worker) {
    log_event("begin");
    {
      const log_span whole("whole");
      log_count("cells", 40);
      const log_span half("half");
      log_count("cells", 2);
    }
    worker.put([] { log_count("cells", 100); });
  });
  const trace::recording seen = read_back(scheduler.observer().take());
  CHECK(seen.logs == std::vector<std::string>{"begin", "whole", "cells", "half"});
  const history run = trace::read_history(seen);
  REQUIRE(run.log_entries.size() == 3);
  check_places(run);
  CHECK(!entries(run, "begin")[0].is_span);
  const auto whole = entries(run, "whole")[0];
  const auto half = entries(run, "half")[0];
  CHECK(whole.is_span);
  CHECK(whole.from <= half.from);
  CHECK(half.to <= whole.to);
  CHECK(whole.depth == 0);
  CHECK(half.depth == 1);
  REQUIRE(run.log_counts.size() == 2);  // a sum for each task
  CHECK(run.log_counts[0].amount + run.log_counts[1].amount == 142);

  const trace::profile figures = trace::profile_of(run);
  CHECK(figures.logs.size() == 5);  // "cells" by two kinds of tasks
  for (const auto& each : figures.logs) {
    CHECK(each.is_counter == (run.logs[each.text] == "cells"));
    CHECK(each.spans == (run.logs[each.text] == "whole" || run.logs[each.text] == "half" ? 1 : 0));
    CHECK(each.events == (run.logs[each.text] == "begin" ? 1 : 0));
  }
  CHECK(trace::graph_reader::read(seen).span > 0);

  scheduler.run([] {});  // what was taken is gone
  CHECK(scheduler.observer().take().logs.empty());
}

TEST_CASE("outside of recorded tasks nothing happens") {
  static_assert(!std::is_copy_constructible_v<log_span>);
  log_event("outside");
  log_count("outside", 1);
  const log_span around("outside");
  recorded scheduler(2);
  basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof> unseen(1);
  scheduler.run([&](auto&) {
    log_event("inside");
    std::thread([] { log_event("another thread"); }).join();
    unseen.run([] {
      log_event("a run inside");
      const log_span within("a run inside");
      log_count("a run inside", 1);
    });
    log_event("inside");
  });
  log_event("after");
  const trace::recording seen = scheduler.observer().take();
  CHECK(seen.logs == std::vector<std::string>{"inside"});
  CHECK(trace::read_history(read_back(seen)).log_entries.size() == 2);
}

TEST_CASE("amounts of all sizes come back, and sums wrap around") {
  using limits = std::numeric_limits<std::int64_t>;
  const std::int64_t of_32 = std::int64_t{1} << 32U;
  for (const std::int64_t amount :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, of_32 / 2 - 1, of_32 / 2, -of_32 / 2,
        -of_32 / 2 - 1, of_32 - 1, of_32, 7 * of_32 + 5, -7 * of_32 - 5, limits::max(), limits::min()}) {
    recorded scheduler(1);
    scheduler.run([amount] { log_count("n", amount); });
    const trace::recording seen = read_back(scheduler.observer().take());
    const auto number = std::ranges::count_if(
        seen.workers[0], [](const trace::event& e) { return trace::is_log(e.happened()); });
    CHECK(number <= (amount >= -of_32 / 2 && amount < of_32 / 2 ? 1 : 2));
    CHECK(sums(trace::read_history(seen)) == std::map<std::string, std::int64_t>{{"n", amount}});
  }
  recorded scheduler(1);
  scheduler.run([] {
    log_count("n", limits::max());
    log_count("n", 3);
    log_count("n", -1);
  });
  CHECK(sums(trace::read_history(scheduler.observer().take()))["n"] == limits::min() + 1);
}

TEST_CASE("a span goes on while its task waits, and tasks that run meanwhile have their own") {
  for (const unsigned workers : {1U, 3U}) {
    recorded scheduler(workers);
    scheduler.run([](auto& worker) {
      const log_span around("around");
      basic_task_group group(worker);
      for (int i = 0; i < 20; ++i) {
        group.spawn(worker, [](auto& w) {
          const log_span within("within");
          join(w, [] { const log_span a("branch"); }, [] { const log_span b("branch"); });
        });
      }
      group.wait();
      log_event("after");
    });
    const history run = trace::read_history(read_back(scheduler.observer().take()));
    check_places(run);
    REQUIRE(entries(run, "around").size() == 1);
    CHECK(entries(run, "within").size() == 20);
    CHECK(entries(run, "branch").size() == 40);
    const auto around = entries(run, "around")[0];
    CHECK(around.to >= entries(run, "after")[0].from);  // it did not end when others did
    for (const auto& each : entries(run, "within")) CHECK(each.task != around.task);
    if (workers == 1) {
      std::uint64_t within = 0;
      for (const auto& each : run.log_entries)
        within += each.depth == 0 && each.is_span ? each.own_length() : 0;
      CHECK(within <= around.to - around.from);  // no time counts twice
    }
  }
}

TEST_CASE("spans that do not end like a stack leave a recording that can be read") {
  recorded scheduler(1);
  std::optional<log_span> outlives;
  scheduler.run([&](auto& worker) {
    std::optional<log_span> outer(std::in_place, "outer");
    std::optional<log_span> inner(std::in_place, "inner");
    outer.reset();
    log_event("between");
    inner.reset();  // it has ended
    outlives.emplace("outlives");
    worker.put([&] {
      const log_span next("next");
      outlives.reset();
    });
  });
  const history run = trace::read_history(read_back(scheduler.observer().take()));
  check_places(run);
  CHECK(entries(run, "inner")[0].to == entries(run, "outer")[0].to);
  CHECK(entries(run, "inner")[0].to <= entries(run, "between")[0].from);
  const auto left = entries(run, "outlives")[0];
  CHECK(left.to == run.tasks[left.task].finished);
  CHECK(entries(run, "next").size() == 1);
}

TEST_CASE("workers say it at the same time, in tasks of a flow") {
  recorded scheduler(4);
  for (int round = 0; round < 3; ++round) {
    std::atomic<std::int64_t> sum{0};
    {
      basic_flow tasks(scheduler);
      handle<int> x(0);
      for (int i = 1; i <= 300; ++i) {
        tasks.submit(named(i % 2 == 0 ? "even" : "odd"), read(x), [&sum, i](const int&) {
          const log_span here("a task");
          log_event(i % 3 == 0 ? "three" : "not three");
          log_count("all", i);
          sum += i;
        });
      }
      tasks.wait();
    }
    scheduler.await_rest();
    const trace::recording seen = read_back(scheduler.observer().take());
    const history run = trace::read_history(seen);
    check_places(run);
    CHECK(sums(run) == std::map<std::string, std::int64_t>{{"all", sum.load()}});
    CHECK(entries(run, "a task").size() == 300);
    CHECK(entries(run, "three").size() == 100);
    std::map<std::string, std::int64_t> by_kind;
    for (const auto& each : trace::profile_of(run).logs) by_kind[run.kinds[each.kind].name] += each.sum;
    CHECK(by_kind == std::map<std::string, std::int64_t>{{"even", 150 * 151}, {"odd", 150 * 150}});
  }
}

TEST_CASE("one of two observers is told, and one that records nothing is not disturbed") {
  const auto say = [] {
    const log_span here("here");
    log_event("now");
    log_count("n", 5);
  };
  seen_by<observe::both<trace::recorder, observe::activity>> watched(2);
  watched.run(say);
  const history run = trace::read_history(read_back(watched.observer().as<trace::recorder>()->take()));
  CHECK(entries(run, "here").size() == 1);
  CHECK(entries(run, "here")[0].to < run.tasks[0].finished + 1);
  CHECK(entries(run, "now").size() == 1);
  CHECK(sums(run)["n"] == 5);

  seen_by<observe::activity> only_watched(1);
  only_watched.run(say);
}

}  // namespace task_log_test
