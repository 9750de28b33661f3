// Tasks that wait for each other in a cycle: wait() says so, the end of the flow opens it, and nothing else is taken
// for one.
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/sizes.hpp"

namespace cycles_test {

using namespace jackdaw;
using jackdaw::tests::contains;

namespace {

/// What stuck says that wait() throws, which must be.
std::string stuck_at(auto& tasks, auto&... of) {
  try {
    tasks.wait(of...);
  } catch (const stuck& e) { return e.what(); }
  FAIL("wait() did not throw");
  return {};
}

/// 'outer' waits for its subtask 'inner', that for 'between', and that for 'outer'.
void close_cycle(flow& tasks, handle<int>& a, handle<int>& b, std::atomic<int>& ran) {
  tasks.submit(with_subtasks, named("outer"), write(a), [&](auto& all, int&) {
    tasks.submit(named("between"), read(a), write(b), [&ran](int, int&) { ++ran; });
    all.submit(named("inner"), read(b), [&ran](int) { ++ran; });
    all.submit([] {});
  });
}

}  // namespace

TEST_CASE("stuck: a subtask waits for a task that waits for its own, and the end of the flow gives it up") {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    CAPTURE(workers);
    for (int i = 0; i < tests::scaled(20); ++i) {
      scheduler sched(workers);
      handle<int> a(0);
      handle<int> b(0);
      handle<int> c(0);
      std::atomic<int> ran{0};
      {
        flow tasks(sched);
        close_cycle(tasks, a, b, ran);
        tasks.submit(named("behind"), read(a), write(c), [&ran](int, int&) { ++ran; });
        const std::string said = stuck_at(tasks);
        CAPTURE(said);
        CHECK(contains(said, "4 tasks wait and none can run"));
        CHECK(contains(said, "in a cycle"));
        CHECK(contains(said, "task 'outer' waits for its subtasks"));
        CHECK(contains(said, "task 'between' waits for version 1 of the handle"));
        CHECK(contains(said, "task 'inner' waits for version 1 of the handle"));
        CHECK(contains(said, "task 'behind' waits for version 1 of the handle"));
        CHECK(contains(stuck_at(tasks, c), "'(wait for a handle)'"));
        CHECK(contains(stuck_at(tasks), "4 tasks wait"));
        int other = 0;
        tasks.submit([&other] { other = 1; });
        CHECK(contains(stuck_at(tasks), "4 tasks wait"));
        CHECK(other == 1);
      }
      CHECK(!a.in_use());
      CHECK(!b.in_use());
      CHECK(!c.in_use());
      CHECK(ran == 0);
    }
  }
}

TEST_CASE("stuck: a cycle through a turn, and one of several tasks with subtasks; cancelled, the flow ends") {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    std::array<handle<int>, 3> a;
    handle<int> sum;
    handle<int> b;
    const auto owned = std::make_shared<int>(0);
    std::atomic<int> called{0};
    {
      flow tasks(sched);
      tasks.submit(with_subtasks, add(sum), [&, owned](auto& all, int&) {  // has its turn until it ends
        tasks.submit(add(sum), read(b), [owned](int&, int) {});
        all.submit(write(b), [&called, owned](int&) { ++called; });
      });
      CHECK(contains(stuck_at(tasks), "3 tasks wait"));
    }
    {
      handle<void> gate;
      flow tasks(sched);
      auto all_are_there = tasks.reserve(write(gate));
      for (std::size_t i = 0; i < 3; ++i) {  // the subtask of each waits for the next
        tasks.submit(with_subtasks, read(gate), write(a[i]), [&, i, owned](auto& all, int&) {
          all.submit(with_subtasks,
                     [&, i, owned](auto& own) { own.submit(read(a[(i + 1) % 3]), [owned](int) {}); });
        });
      }
      all_are_there.submit([] {});
      CHECK(contains(stuck_at(tasks), "9 tasks wait"));
      tasks.cancel();
    }
    for (auto& each : a) CHECK(!each.in_use());
    CHECK(!sum.in_use());
    CHECK(called == 0);
    CHECK(owned.use_count() == 1);
  }
}

TEST_CASE("what other threads submit runs beside a cycle, and waits for it are not stuck") {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    handle<int> a(0);
    handle<int> b(0);
    std::atomic<int> ran{0};
    {
      flow tasks(sched);
      close_cycle(tasks, a, b, ran);
      const int times = tests::scaled(200);
      const auto use = [&sched, &tasks, times] {
        flow others(sched);
        handle<int> c(0);
        for (int k = 0; k < times; ++k) {
          tasks.submit(with_subtasks, write(c), [](auto& all, int& x) { all.submit([&x] { ++x; }); });
          if (k % 2 == 0) {
            tasks.wait(c);
          } else {
            others.submit(read(c), [](int) {});
            others.wait();
          }
        }
        tasks.wait(c);
        CHECK(c.value() == times);
      };
      std::thread outside(use);
      use();
      outside.join();
      CHECK(contains(stuck_at(tasks), "3 tasks wait"));
    }
    CHECK(ran == 0);
  }
}

TEST_CASE("tasks whose subtasks wait for another scheduler are no cycle, whichever thread waits for them") {
  for (int i = 0; i < tests::scaled(50); ++i) {
    for (const unsigned workers : {1U, 2U, 4U, 8U}) {
      scheduler one(workers);
      scheduler two(2);
      handle<int> gate(0);
      handle<int> a(0);
      handle<int> b(0);
      handle<int> c(0);
      flow first(one);
      flow second(two);
      std::atomic<bool> go{false};
      second.submit(write(gate), [&go](int& x) {
        while (!go) std::this_thread::yield();
        x = 1;
      });
      for (int k = 0; k < 3; ++k) {
        first.submit(with_subtasks, write(a), [&](auto& all, int& x) {
          all.submit(with_subtasks, read(gate),
                     [&](auto& own, int y) { own.submit(write(c), [&x, y](int& z) { x += ++z * y; }); });
          all.submit(reduce(c), [](int&) {});
        });
      }
      first.submit(read(a), write(b), [](int x, int& y) { y = x; });
      std::thread later([&] {
        for (int k = 0; k < 20; ++k) {
          first.submit(with_subtasks, [](auto& all) { all.submit([] {}); });
          std::this_thread::yield();
        }
        go = true;
      });
      if (i % 2 == 0) {
        first.wait();
      } else {
        first.wait(b);
      }
      later.join();
      first.wait();
      CHECK(a.value() > 0);
    }
  }
}

}  // namespace cycles_test
