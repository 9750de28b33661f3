// What can be found out about a run that goes on: what its workers do, which tasks wait, and that this is reported.
#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/observe/watch/watch.hpp>

#include "tests/support/schedulers.hpp"

namespace watch_test {
using namespace jackdaw;
using observe::activity;
using observe::doing;

namespace {

using watched = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, activity>;
using worker_type = watched::worker_type;

struct sum {
  static constexpr std::string_view name = "sum";
  void operator()() const {}
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Whether some task of that name waits, and for what; empty: none does.
std::string what_for(const observe::moment& now, const std::string& name) {
  const auto found = std::ranges::find(now.waiting, name, &observe::waiting_task::name);
  return found == now.waiting.end() ? "" : found->what_for;
}

/// A report, for the thread that waits for it.
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

/// A task that goes on when it was reported. It is watched from its begin on, so that it is found running.
struct blocker {
  static constexpr std::string_view name = "blocker";
  const activity* seen;
  report* heard;
  void operator()() const {
    const observe::watch watching(*seen, 0.02, heard->taker());
    while (heard->count == 0) std::this_thread::yield();
  }
};

}  // namespace

TEST_CASE("a silence is long enough once, when a run is under way and no task ends") {
  observe::silence quiet(10);
  CHECK(!quiet.is_due(100, 5, false));
  CHECK(!quiet.is_due(200, 5, false));
  CHECK(!quiet.is_due(300, 5, true));  // it begins here
  CHECK(!quiet.is_due(309, 5, true));
  CHECK(quiet.is_due(310, 5, true));
  CHECK(quiet.length(310) == 10);
  CHECK(!quiet.is_due(400, 5, true));  // said
  CHECK(!quiet.is_due(401, 6, true));
  CHECK(!quiet.is_due(410, 7, true));  // tasks end
  CHECK(!quiet.is_due(419, 7, true));
  CHECK(!quiet.is_due(420, 7, false));  // the run is over
  CHECK(!quiet.is_due(421, 7, true));   // and the next one begins
  CHECK(!quiet.is_due(430, 7, true));
  CHECK(quiet.is_due(431, 7, true));
}

TEST_CASE("a watch reports a task that does not end; and nothing while it has long to wait") {
  report heard;
  report unheard;
  {
    watched sched(2);
    const observe::watch patient(sched.observer(), 1e6, unheard.taker());
    sched.run(blocker{&sched.observer(), &heard});
  }
  CHECK(unheard.count == 0);
  CAPTURE(heard.lines);
  CHECK(heard.lines.starts_with("jackdaw: no task has ended for "));
  CHECK(has(heard.lines, "  runs 'blocker' for "));
  CHECK(has(heard.lines, "\n  worker 0  "));
  CHECK(has(heard.lines, "\n  worker 1  "));
  CHECK(std::count(heard.lines.begin(), heard.lines.end(), '\n') == 3);
  watched sched(1);
  CHECK_THROWS_AS(observe::watch(sched.observer(), 0), std::invalid_argument);
}

TEST_CASE("an any_scheduler is watched through the observer that was chosen") {
  for (const char* pool : {"sq1", "dq8", "jackdaw"}) {
    CAPTURE(pool);
    any_scheduler sched = tests::make_scheduler(
        {.pool = pool, .workers = 2, .observer = &observe::any_observer::make<activity>});
    report heard;
    sched.run(blocker{sched.observer<activity>(), &heard});
    CHECK(has(heard.lines, "  runs 'blocker' for "));
    CHECK(sched.observer<activity>()->finished() == 1);
  }
}

TEST_CASE("a worker that waits for a join is seen, and tasks on top of others") {
  watched sched(2);
  auto& seen = sched.observer();
  CHECK(!seen.under_way());
  std::atomic<bool> taken{false};
  observe::moment found;
  sched.run([&](worker_type& w) {
    join(
        w,
        [&] {
          while (!taken) std::this_thread::yield();
        },
        [&](worker_type& thief) {
          taken = true;
          do { found = seen.now(); } while (found.workers[1 - thief.id()].what != doing::waits);
        });
  });
  const auto waiting = std::ranges::find(found.workers, doing::waits, &observe::worker_moment::what);
  const auto running = std::ranges::find(found.workers, doing::runs, &observe::worker_moment::what);
  REQUIRE(waiting != found.workers.end());
  REQUIRE(running != found.workers.end());
  CHECK(has(observe::moment_text::of(found), "' for a join or a group, for "));
  CHECK(seen.finished() == 2);  // the task, and the branch
  CHECK(!seen.under_way());

  sched.run([&](worker_type& w) {  // with no thief for the second branch
    sched.allow_workers(1);
    join(w, [] {}, [&] { found = seen.now(); });
  });
  CHECK(seen.finished() == 4);
  const auto inner = std::ranges::find(found.workers, doing::runs, &observe::worker_moment::what);
  REQUIRE(inner != found.workers.end());
  CHECK(inner->around <= 1);  // 0 where a thief was quick all the same
}

TEST_CASE("a task that waits for others is named, with how many have reported") {
  watched sched(2);
  auto& seen = sched.observer();
  std::string waits;
  sched.run([&](worker_type& w) {
    auto both = w.after(2, sum());
    w.put([one = both.next()](worker_type& v) mutable { one.arrive(v); });
    auto wait = [&seen, &waits] {
      while (!has(waits, "; 1 has reported")) waits = what_for(seen.now(), "sum");
    };
    w.put([wait, two = both.next()](worker_type& v) mutable {
      wait();
      two.arrive(v);
    });
  });
  CHECK(waits == "tasks that report to it; 1 has reported");
  CHECK(seen.now().waiting.empty());

  CHECK_THROWS(sched.run([&](worker_type& w) {  // one that will never be put
    auto one = w.after(1, sum());
    throw std::runtime_error("before it has reported");
  }));
  CHECK(!seen.under_way());
  CHECK(seen.now().waiting.empty());
}

TEST_CASE("tasks of a flow that wait are named, and the versions that they wait for") {
  watched sched(2);
  auto& seen = sched.observer();
  basic_flow tasks(sched);
  handle<int> x(0);
  handle<int> y(0);
  y.name("y");
  observe::moment found;
  tasks.submit(named("writes"), write(x), [&](int&) {
    while ((found = seen.now()).waiting.size() != 2) std::this_thread::yield();
  });
  tasks.submit(named("reads"), read(x), write(y), [](const int&, int&) {});
  tasks.submit(named("adds"), add(y), [](int&) {});
  tasks.wait();
  CHECK(what_for(found, "reads").starts_with("version 1 of the handle at 0x"));
  CHECK(what_for(found, "reads").ends_with(", which is at 0"));
  CHECK(what_for(found, "adds") == "version 1 of handle 'y', which is at 0");
  CHECK(found.waiting.front().name == "reads");
  const auto running = std::ranges::find(found.workers, doing::runs, &observe::worker_moment::what);
  REQUIRE(running != found.workers.end());
  CHECK(running->task == "writes");
  sched.await_rest();  // a flow says only that its tasks are over
  CHECK(!seen.under_way());
  CHECK(seen.now().waiting.empty());
}

TEST_CASE("flow: turns, deferred accesses, subtasks, priorities and units are waited for, too") {
  watched sched(2);
  auto& seen = sched.observer();
  handle<int> x(0);
  const auto until = [&seen](std::string name, std::string part) {
    return [&seen, name = std::move(name), part = std::move(part)] {
      while (!has(what_for(seen.now(), name), part)) std::this_thread::yield();
    };
  };
  {
    basic_flow tasks(sched);
    std::atomic<int> begun{0};
    for (const char* other : {"two", "one"}) {
      tasks.submit(named(other == std::string("two") ? "one" : "two"), add(x), [&begun, &until, other](int&) {
        if (begun++ == 0) until(other, "its turn at the handle at 0x")();
      });
    }
    tasks.wait();
  }
  {
    basic_flow tasks(sched);
    tasks.submit(named("first"), reduce_in_order(x),
                 [wait = until("second", "version 3 of")](int&) { wait(); });
    tasks.submit(named("second"), reduce_in_order(x), [](int& partial) { ++partial; });
    tasks.wait();
  }
  {
    basic_flow tasks(sched);
    tasks.submit(named("all"), with_subtasks, write(x), [&](auto& subtasks, int&) {
      subtasks.submit(named("part"), [wait = until("all", "its subtasks")] { wait(); });
    });
    tasks.submit(named("after"), priority(1), write(x), [](int&) {});
    tasks.wait();
  }
  {
    basic_flow tasks(sched);
    resource licences(3);
    licences.name("licences");
    std::atomic<int> begun{0};
    for (const char* other : {"two", "one"}) {
      tasks.submit(named(other == std::string("two") ? "one" : "two"), require(licences, 2),
                   [&begun, &until, other] {
                     if (begun++ == 0) until(other, "2 of 'licences'")();
                   });
    }
    tasks.wait();
  }
  CHECK(x.value() == 1);
  sched.await_rest();  // a flow says only that its tasks are over
  CHECK(!seen.under_way());
}

TEST_CASE("a flow without a worker is under way: a reservation is not used") {
  any_scheduler sched = tests::make_scheduler(
      {.pool = "jackdaw", .workers = 2, .observer = &observe::any_observer::make<activity>});
  auto& seen = *sched.observer<activity>();
  report heard;
  const observe::watch watching(seen, 0.02, heard.taker());
  basic_flow tasks(sched);
  handle<int> x(0);
  auto place = tasks.reserve(write(x));
  tasks.submit(named("reads"), read(x), [](const int&) {});
  while (heard.count == 0) std::this_thread::yield();
  CAPTURE(heard.lines);
  CHECK(has(heard.lines, "\n  'reads' waits for version 1 of the handle at 0x"));
  place.submit([](int& value) { value = 1; });
  tasks.wait();
  sched.await_rest();  // a flow says only that its tasks are over
  CHECK(!seen.under_way());
}

TEST_CASE("the text names ten of the waiting tasks, and counts the others") {
  observe::moment now;
  now.workers.resize(11);
  now.workers[10] = {doing::waits, true, "sort", 2.04, 3};
  now.ready = 1;
  for (int i = 0; i < 12; ++i) now.waiting.push_back({"t" + std::to_string(i), "its subtasks"});
  const std::string text = observe::moment_text::of(now);
  CAPTURE(text);
  CHECK(text.starts_with("  worker  0  is without work\n"));
  CHECK(has(text,
            "\n  worker 10  waits in 'sort' for a join or a group, for 2.0 s, asleep, on top of 3 tasks\n"));
  CHECK(has(text, "\n  't9' waits for its subtasks\n  and 2 more tasks wait\n"));
  CHECK(text.ends_with("\n  1 task could run, and no worker has taken them\n"));
}

TEST_CASE("names in the text are escaped where a terminal would obey them, and cut") {
  observe::moment now;
  now.workers = {{doing::runs, false, "a\x1b[2J\nb\xff", 1, 0},
                 {doing::waits, false, std::string(500, 'w'), 1, 0}};
  now.waiting = {{"\r", "version 1 of '\x07'"}, {std::string(199, 'x') + "€€", ""}};
  const std::string text = observe::moment_text::of(now);
  CAPTURE(text);
  CHECK(has(text, "runs 'a\\x1b[2J\\x0ab\\xff' for 1.0 s\n"));
  CHECK(has(text, "waits in '" + std::string(200, 'w') + "…' for a join"));
  CHECK(has(text, "  '\\x0d' waits for version 1 of '\\x07'\n"));
  CHECK(has(text, "  '" + std::string(199, 'x') + "…' waits for "));
}
}  // namespace watch_test
