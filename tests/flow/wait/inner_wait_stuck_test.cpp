// Waits inside tasks of the same flow that can never end: they throw. One that does not end all the same is caught by
// ctest's timeout.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/flow/wait/inner_waits.hpp"
#include "tests/support/sizes.hpp"

namespace inner_wait_stuck_test {

using namespace jackdaw;
using tests::for_each_number;
using tests::has;
using tests::thrown_by;

TEST_CASE("a wait for the own end is refused at once, also for that of a task around") {
  for_each_number([](scheduler& sched) {
    flow tasks(sched);
    handle<int> own(0);
    handle<int> of_subtask(0);
    array_handle<int> cells(10);
    std::vector<std::string> refused(4);
    std::shared_ptr<task_result<void>> self =
        std::make_shared<task_result<void>>(tasks.submit(with_result, [] {}));
    self->wait();
    tasks.submit(named("mine"), with_subtasks, read(own), [&](auto& parts, int /*object*/) {
      refused[0] = thrown_by([&] { tasks.wait(own); });
      parts.submit(named("inner"), write(of_subtask),
                   [&](int& /*object*/) { refused[1] = thrown_by([&] { tasks.wait(own); }); });
    });
    tasks.submit(write(cells.range(0, 5)), [&](std::span<int> /*object*/) {
      refused[2] = thrown_by([&] { tasks.wait(cells.range(4, 8)); });
      tasks.wait(cells.range(5, 8));
    });
    std::atomic<bool> is_there{false};
    *self = tasks.submit(with_result, named("self"), [&] {
      is_there.wait(false);
      refused[3] = thrown_by([&] { self->wait(); });
    });
    is_there = true;
    is_there.notify_all();
    tasks.wait();
    for (const std::string& each : refused) CHECK(has(each, "logic_error"));
    CHECK(has(refused[0], "'mine'"));
    CHECK(has(refused[1], "'mine'"));
    CHECK(has(refused[3], "'self'"));
  });
}

TEST_CASE("stuck: a task waits for one behind it, through others") {
  for_each_number([](scheduler& sched) {
    flow tasks(sched);
    handle<int> first(0);
    handle<int> second(0);
    handle<int> third(0);
    std::string why;
    tasks.submit(named("waits"), write(first), [&](int& /*object*/) {
      tasks.submit(named("between"), read(first), write(second), [](int, int& x) { ++x; });
      tasks.submit(named("last"), read(second), write(third), [](int, int& x) { ++x; });
      why = thrown_by([&] { tasks.wait(third); });
    });
    tasks.wait();
    CHECK(has(why, "stuck"));
    CHECK(has(why, "task 'waits' waits for a handle, in its function"));
    CHECK(has(why, "'between'"));
    CHECK(third.value() == 1);  // once the other one has gone on
  });
}

TEST_CASE("stuck: two tasks wait for what the other one writes") {
  for_each_number([](scheduler& sched) {
    for (int round = 0; round < tests::scaled(10); ++round) {
      flow tasks(sched);
      handle<int> a(0);
      handle<int> b(0);
      std::atomic<int> stuck_ones{0};
      std::atomic<bool> both{false};  // are submitted
      const auto wait_for = [&](handle<int>& other) {
        both.wait(false);
        if (thrown_by([&] { tasks.wait(other); }).starts_with("stuck")) ++stuck_ones;
      };
      tasks.submit(write(a), [&](int& x) {
        wait_for(b);
        x = 1;
      });
      tasks.submit(write(b), [&](int& x) {
        wait_for(a);
        x = 1;
      });
      both = true;
      both.notify_all();
      tasks.wait();
      CHECK(stuck_ones >= 1);
      CHECK(a.value() + b.value() == 2);
    }
  });
}

TEST_CASE("stuck: a subtask that comes later closes the cycle") {
  for_each_number([](scheduler& sched) {
    flow tasks(sched);
    handle<int> held(0);
    handle<int> awaited(0);
    std::string why;
    tasks.submit(named("waits"), write(held), [&](int& /*object*/) {
      tasks.submit(with_subtasks, write(awaited), [&](auto& parts, int& /*object*/) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the other one has looked already
        parts.submit(named("part"), write(held), [](int& x) { ++x; });
      });
      why = thrown_by([&] { tasks.wait(awaited); });
    });
    tasks.wait();
    CHECK(has(why, "stuck"));
    CHECK(has(why, "'part'"));
    CHECK(held.value() == 1);
  });
}

TEST_CASE("stuck: a task waits for an unused reservation, once a thread waits for the flow") {
  for_each_number([](scheduler& sched) {
    flow tasks(sched);
    handle<int> a(0);
    std::string why;
    std::atomic<bool> waits{false};
    {
      auto later = tasks.reserve(write(a));
      tasks.submit([&] {
        waits = true;
        tasks.wait(a);
      });
      while (!waits) std::this_thread::yield();
      std::this_thread::sleep_for(
          std::chrono::milliseconds(30));  // nobody waits for the flow: it may be used
      later.submit([](int& x) { x = 1; });
      tasks.wait();
      CHECK(a.value() == 1);
    }
    auto unused = tasks.reserve(write(a));
    tasks.submit([&] { why = thrown_by([&] { tasks.wait(a); }); });
    const std::string outside = thrown_by([&] { tasks.wait(); });
    CHECK(has(why, "1 reservation is unused"));
    CHECK((outside.empty() || has(outside, "stuck")));
    unused.submit([](int& x) { ++x; });
    tasks.wait();
    CHECK(a.value() == 2);
  });
}

TEST_CASE("what is pinned and waits for the task below it is stuck, and says so") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> held(0);
  handle<int> a(0);
  std::string why;
  tasks.submit(named("below"), write(held), [&](int& /*object*/) {
    tasks.submit(named("above"), pinned(0), write(a), [&](int& x) {
      x = 1;
      why = thrown_by([&] { tasks.wait(held); });
    });
    tasks.wait(a);
  });
  tasks.wait();
  CHECK(has(why, "logic_error"));
  CHECK(has(why, "'below'"));
  CHECK(a.value() == 1);
}

}  // namespace inner_wait_stuck_test
