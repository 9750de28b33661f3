// Failures that a task has handled, and tasks that run always beside or above subtasks.
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/sizes.hpp"

namespace handled_test {

using namespace jackdaw;
using jackdaw::tests::error_of;

namespace {

void fail() { throw std::runtime_error("no water"); }

/// Repairs its objects, and says so.
const auto repair = [](const flow_failures& before, auto&... objects) {
  before.set_handled();
  ((objects = 1), ...);
};

}  // namespace

TEST_CASE("handled: wait() does not tell of a failure that is handled and whose damage is healed") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  int seen = 0;
  tasks.submit(write(a), [](int&) { fail(); });
  tasks.submit(read(a), write(b), [](int, int&) { FAIL("ran"); });
  tasks.submit(always, write(a), write(b), repair);
  tasks.submit(read(a), read(b), [&seen](int x, int y) { seen = x + y; });
  tasks.wait(b);
  tasks.wait();
  CHECK(seen == 2);
  CHECK(tasks.skipped() == 1);
  tasks.submit(named("again"), write(a), [](int&) { fail(); });
  CHECK(std::string(error_of(tasks).what()) == "task 'again' has failed: no water; 0 skipped");
}

TEST_CASE(
    "handled: it counts as long as an object is damaged by it, and is whole when the last one is healed") {
  scheduler sched(2);
  for (const bool heals_both : {false, true}) {
    CAPTURE(heals_both);
    flow tasks(sched);
    handle<int> a(0);
    handle<int> b(0);
    tasks.submit(named("broken"), write(a), [](int&) { fail(); });
    tasks.submit(read(a), write(b), [](int, int&) { FAIL("ran"); });
    tasks.submit(always, write(a), repair);
    if (heals_both) tasks.submit(always, write(b), [](const flow_failures&, int& y) { y = 1; });
    if (heals_both) {
      tasks.wait();
    } else {
      CHECK(std::string(error_of(tasks).what()) == "task 'broken' has failed: no water; 1 skipped");
    }
  }
}

TEST_CASE("handled: a task that throws has repaired nothing; others that have failed are told all the same") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  tasks.submit(named("broken"), write(a), [](int&) { fail(); });
  tasks.submit(named("repair"), always, write(a), [](const flow_failures& before, int&) {
    before.set_handled();
    fail();
  });
  tasks.submit(read(a), [](int) { FAIL("ran"); });
  CHECK(error_of(tasks).failures().size() == 2);

  tasks.submit(named("one"), write(a), [](int&) { fail(); });
  tasks.submit(named("two"), write(b), [](int&) { fail(); });
  tasks.submit(always, write(a), repair);
  const flow_error e = error_of(tasks);
  REQUIRE(e.failures().size() == 1);
  CHECK(e.failures()[0].task == "two");
}

TEST_CASE("handled: a task fails for a subtask, and what comes after it is told of the subtask") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(50); ++round) {
    flow tasks(sched);
    handle<int> a(0);
    std::vector<std::string> told;
    tasks.submit(named("outer"), with_subtasks, write(a), [](auto& all, int&) {
      all.submit(named("middle"), with_subtasks, [](auto& own) {
        own.submit(named("inner"), [] { fail(); });
        own.submit([] {});
      });
    });
    tasks.submit(read(a), [](int) { FAIL("ran"); });
    tasks.submit(always, write(a), [&told](const flow_failures& before, int& x) {
      for (const auto& each : before.causes()) told.push_back(each.task);
      before.set_handled();
      x = 1;
    });
    tasks.submit(read(a), [](int x) { CHECK(x == 1); });
    tasks.wait();
    CHECK(told == std::vector<std::string>{"inner"});
    CHECK(tasks.skipped() == 1);
  }
}

TEST_CASE("handled: a subtask that repairs for its siblings: then the task does not fail") {
  scheduler sched(2);
  for (const bool handles : {false, true}) {
    CAPTURE(handles);
    flow tasks(sched);
    handle<int> a(0);
    handle<int> part(0);
    bool ran = false;
    tasks.submit(with_subtasks, write(a), [&part, handles](auto& all, int& x) {
      all.submit(write(part), [](int&) { fail(); });
      all.submit(read(part), [](int) { FAIL("ran"); });
      all.submit(always, write(part), [&x, handles](const flow_failures& before, int& y) {
        if (handles) before.set_handled();
        x = y = 4;
      });
    });
    tasks.submit(read(a), [&ran](int x) { ran = x == 4; });
    if (handles) {
      tasks.wait();
    } else {
      CHECK(error_of(tasks).failures().size() == 1);
    }
    CHECK(ran == handles);
  }
}

TEST_CASE("handled: a subtask that fails in a reduction, and one that is skipped after cancel()") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> sum(0);
  tasks.submit(with_subtasks, reduce_in_order(sum), [](auto& all, int& s) {
    s = 1;
    all.submit(named("inner"), [] { fail(); });
  });
  tasks.submit(always, write(sum), [](const flow_failures& before, int& s) {
    REQUIRE(before.causes().size() == 1);
    CHECK(before.causes()[0].task == "inner");
    CHECK(s == 0);
    before.set_handled();
  });
  tasks.wait();

  handle<int> part(0);
  tasks.submit(with_subtasks, reduce_in_order(sum), [&](auto& all, int& s) {
    s = 1;
    all.submit(write(part), [](int&) { fail(); });
    all.submit(always, write(part), [&tasks](const flow_failures& before, int&) {
      before.set_handled();
      tasks.cancel();
    });
    all.submit(read(part), [](int) { FAIL("ran"); });
  });
  tasks.wait();
  CHECK(tasks.skipped() == 1);
  CHECK(sum.value() == 0);  // what a task has found that has failed is not applied
}

TEST_CASE("always: after cancel() its subtasks run only if they run always, too") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  std::atomic<int> ran{0};
  tasks.submit([&tasks] { tasks.cancel(); });
  tasks.wait();
  tasks.cancel();
  tasks.submit(always, with_subtasks, write(a), [&ran](auto& all, const flow_failures& before, int&) {
    all.submit([] { FAIL("ran"); });
    all.submit(always, [&ran, before](const flow_failures& own) {
      if (before.cancelled() && own.cancelled()) ++ran;
    });
  });
  tasks.wait();
  CHECK(ran == 1);
  CHECK(tasks.skipped() == 1);
}

TEST_CASE("always: a subtask in a cycle is not called when the end of the flow gives it up") {
  scheduler sched(2);
  handle<int> a(0);
  handle<int> b(0);
  std::atomic<int> ran{0};
  {
    flow tasks(sched);
    tasks.submit(with_subtasks, write(a), [&](auto& all, int&) {
      tasks.submit(read(a), write(b), [&ran](int, int&) { ++ran; });
      all.submit(always, read(b), [&ran](const flow_failures&, int) { ++ran; });
      all.submit([] {});
    });
    CHECK_THROWS_AS(tasks.wait(), stuck);
  }
  CHECK(!a.in_use());
  CHECK(!b.in_use());
  CHECK(ran == 0);
}

}  // namespace handled_test
