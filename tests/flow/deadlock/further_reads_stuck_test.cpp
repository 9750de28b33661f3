// Reservations whose tasks have further reads: when a flow is stuck for them, and how it ends.
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"

namespace further_reads_stuck_test {

using namespace jackdaw;
using jackdaw::tests::contains;

namespace {

void each_count(auto&& check) {
  for (const unsigned workers : {1U, 2U, 4U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    check(sched);
  }
}

[[nodiscard]] std::string stuck_text(flow& tasks) {
  try {
    tasks.wait();
  } catch (const stuck& e) { return e.what(); }
  return "not stuck";
}

}  // namespace

TEST_CASE("a wait is not stuck while further reads are on their way") {
  each_count([](scheduler& sched) {
    scheduler other(1);
    flow there(other);
    flow tasks(sched);
    handle<int> x(0);
    handle<int> y(0);
    std::atomic<bool> go{false};
    there.submit(write(y), [&go](int& value) {
      while (!go) std::this_thread::yield();
      value = 3;
    });
    auto place = tasks.reserve(write(x));
    int seen = 0;
    tasks.submit(read(x), [&seen](const int& value) { seen = value; });
    place.submit(read(y), [](int& into, const int& value) { into = value; });
    std::thread later([&go] {
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
      go = true;
    });
    tasks.wait(x);
    tasks.wait();
    later.join();
    CHECK(seen == 3);
  });
}

TEST_CASE(
    "late-read-cycle: a task that reads what waits for its own reservation is stuck, and the end opens "
    "that") {
  each_count([](scheduler& sched) {
    handle<int> x(0);
    handle<int> y(0);
    int ran = 0;
    {
      flow tasks(sched);
      auto place = tasks.reserve(write(x));
      tasks.submit(named("between"), read(x), write(y), [&ran](const int&, int&) { ++ran; });
      place.submit(named("late"), read(y), [&ran](int&, const int&) { ++ran; });
      const std::string text = stuck_text(tasks);
      CHECK_MESSAGE(contains(text, "in a cycle"), text);
      CHECK_MESSAGE(contains(text, "task 'between' waits for"), text);
      CHECK_MESSAGE(contains(text, "task 'late' waits for"), text);
      CHECK_THROWS_AS(tasks.wait(y), stuck);
    }
    CHECK(ran == 0);
  });
}

TEST_CASE("late-read-cycle: two reservations whose tasks read what the other one has reserved are stuck") {
  each_count([](scheduler& sched) {
    handle<int> x(0);
    handle<int> y(0);
    int ran = 0;
    {
      flow tasks(sched);
      auto first = tasks.reserve(write(x));
      auto second = tasks.reserve(write(y));
      first.submit(read(y), [&ran](int&, const int&) { ++ran; });
      second.submit(read(x), [&ran](int&, const int&) { ++ran; });
      CHECK(contains(stuck_text(tasks), "in a cycle"));
    }
    CHECK(ran < 2);
  });
}

TEST_CASE("late-read-cycle: a read of what two tasks make of the object reserved would wait for itself") {
  each_count([](scheduler& sched) {
    handle<int> x(0);
    handle<int> y(0);
    handle<int> z(0);
    flow tasks(sched);
    auto place = tasks.reserve(write(x));
    tasks.submit(read(x), write(y), [](const int& from, int& to) { to = from; });
    tasks.submit(read(y), write(z), [](const int& from, int& to) { to = from; });
    place.submit(read(z), [](int&, const int&) {});
    CHECK(contains(stuck_text(tasks), "in a cycle"));
  });
}

TEST_CASE("late-read-cycle: a cycle through subtasks, before and after the reads are there") {
  each_count([](scheduler& sched) {
    for (const bool reads_held : {false, true}) {
      CAPTURE(reads_held);
      handle<int> x(0);
      handle<int> y(0);
      handle<int> z(0);
      flow tasks(sched);
      std::atomic<bool> submitted{false};
      // It holds what the late task reads until its subtask is over, which reads what that task writes.
      tasks.submit(named("holder"), with_subtasks, write(reads_held ? y : z), [&](subtasks& own, int&) {
        while (!submitted) std::this_thread::yield();
        own.submit(named("part"), read(x), [](const int&) {});
      });
      auto place = tasks.reserve(write(x), write(reads_held ? z : y));
      auto& held = reads_held ? y : z;
      place.submit(named("late"), read(held), [](int&, int&, const int&) {});
      submitted = true;
      const std::string text = stuck_text(tasks);
      CHECK_MESSAGE(contains(text, "task 'late' waits for"), text);
      CHECK_MESSAGE(contains(text, "task 'holder' waits for its subtasks"), text);
    }
  });
}

TEST_CASE("late-read-cycle: the reads are held while the reserved task waits in a cycle") {
  each_count([](scheduler& sched) {
    handle<int> x(0);
    handle<int> y(0);
    flow tasks(sched);
    std::atomic<bool> submitted{false};
    tasks.submit(named("holder"), with_subtasks, write(x), [&](subtasks& own, int&) {
      while (!submitted) std::this_thread::yield();
      own.submit(named("part"), write(y), [](int&) {});  // after the further read, which waits for x
    });
    auto place = tasks.reserve(write(x));
    place.submit(named("late"), read(y), [](int&, const int&) {});
    submitted = true;
    const std::string text = stuck_text(tasks);
    CHECK_MESSAGE(contains(text, "task 'part' waits for"), text);
  });
}

TEST_CASE(
    "late-read-cycle: a wait behind a reservation whose reader waits for an unused one is stuck until it is "
    "used") {
  each_count([](scheduler& sched) {
    flow other(sched);
    flow tasks(sched);
    handle<int> x(0);
    handle<int> y(0);
    auto unused = other.reserve(write(y));
    auto place = tasks.reserve(write(x));
    place.submit(named("late"), read(y), [](int& into, const int& value) { into = value; });
    try {
      tasks.wait(x);
      FAIL("it did not throw");
    } catch (const stuck& e) {
      const std::string text = e.what();
      CHECK_MESSAGE(contains(text, "1 reservation is unused"), text);
      CHECK_MESSAGE(contains(text, "task 'late' waits for"), text);
    }
    unused.submit([](int& value) { value = 4; });
    tasks.wait(x);
    CHECK(x.value() == 4);
    other.wait();
  });
}

TEST_CASE("the end of a flow waits for a task that will use its reservation, and gives up what is left") {
  each_count([](scheduler& sched) {
    handle<int> x(0);
    handle<int> y(0);
    handle<int> z(0);
    std::shared_ptr<void> unused;
    {
      flow tasks(sched);
      auto place = std::make_shared<decltype(tasks.reserve(write(x)))>(tasks.reserve(write(x)));
      unused = std::make_shared<decltype(tasks.reserve(write(y)))>(tasks.reserve(write(y)));
      tasks.submit(read(y), write(z), [](const int&, int& value) { value = 1; });
      tasks.submit([place] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        place->submit([](int& into) { into = 42; });
      });
    }
    CHECK(x.value() == 42);
    CHECK(z.value() == 0);  // skipped: nobody has used the other one
  });
}

TEST_CASE(
    "the end of a flow waits for further reads that are on their way, and gives up only what nobody uses") {
  each_count([](scheduler& sched) {
    scheduler other(1);
    flow there(other);
    handle<int> x(0);
    handle<int> y(0);
    handle<int> z(1);
    std::atomic<bool> go{false};
    there.submit(write(y), [&go](int& value) {
      while (!go) std::this_thread::yield();
      value = 3;
    });
    std::thread later([&go] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      go = true;
    });
    std::shared_ptr<void> unused;  // longer than the flow: else it gives itself up before
    {
      flow tasks(sched);
      auto place = tasks.reserve(write(x));
      unused = std::make_shared<decltype(tasks.reserve(write(z)))>(tasks.reserve(write(z)));
      tasks.submit(write(z), [](int& value) { value = 2; });
      place.submit(read(y), [](int& into, const int& value) { into = value; });
    }
    later.join();
    CHECK(x.value() == 3);
    CHECK(z.value() == 1);
    there.wait();
  });
}

TEST_CASE(
    "the end of a flow inside a task gives up its reservations at once: the scheduler does not come to "
    "rest") {
  each_count([](scheduler& sched) {
    handle<int> x(0);
    int ran = 0;
    sched.run([&](worker&) {
      std::shared_ptr<void> unused;
      flow tasks(sched);
      unused = std::make_shared<decltype(tasks.reserve(write(x)))>(tasks.reserve(write(x)));
      tasks.submit(read(x), [&ran](const int&) { ++ran; });
    });
    CHECK(ran == 0);
  });
}

}  // namespace further_reads_stuck_test
