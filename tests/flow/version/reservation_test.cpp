// Reservations: accesses that hold their place, and what is found out when they are not used.
#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/machine/asleep.hpp"
#include "tests/support/sizes.hpp"

namespace reservation_test {

using namespace jackdaw;
using jackdaw::tests::contains;
using jackdaw::tests::error_of;

TEST_CASE("reserved accesses hold their place until their task is submitted") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(3);
  auto later = tasks.reserve(write(a), read(b));
  tasks.submit(write(b), [](int& x) { x = 4; });
  tasks.submit(read(a), [](int x) { CHECK(x == 3); });
  later.submit(named("late"), [](int& x, int y) { x = y; });
  tasks.wait();
  CHECK(a.value() == 3);
  CHECK(b.value() == 4);
  CHECK_THROWS_AS(later.submit([](int&, int) {}), std::logic_error);
}

TEST_CASE("stuck: wait() names the waiting tasks when a reserved access is never used, and can be repeated") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  auto later = tasks.reserve(write(a));
  tasks.submit(named("reader"), read(a), write(b), [](int x, int& y) { y = x; });
  tasks.submit(named("behind"), read(b), [](int) {});
  try {
    tasks.wait();
    FAIL("wait() did not throw");
  } catch (const stuck& e) {
    CAPTURE(e.what());
    CHECK(contains(e.what(), "2 tasks wait"));
    CHECK(contains(e.what(), "task 'reader' waits for version 1 of the handle"));
    CHECK(contains(e.what(), "task 'behind' waits for version 1 of the handle"));
    CHECK(contains(e.what(), "which is at 0"));
  }
  later.submit([](int& x) { x = 5; });
  tasks.wait();
  CHECK(b.value() == 5);
}

TEST_CASE("stuck is not thrown for tasks of another scheduler, whatever is reserved behind and beside them") {
  for (int i = 0; i < tests::scaled(100); ++i) {
    scheduler one(1);
    scheduler two(2);
    flow first(one);
    flow second(two);
    handle<int> a(0);
    handle<int> b(0);
    std::atomic<bool> go{false};
    second.submit(write(a), [&go](int& x) {
      while (!go) std::this_thread::yield();
      x = 1;
    });
    int seen = 0;
    handle<int> c(0);
    first.submit(read(a), [&seen](int x) { seen = x; });
    first.submit(read(a), write(c), [](int x, int& y) { y = x; });
    auto behind = second.reserve(write(a));
    auto beside = first.reserve(write(b));
    std::thread later([&go] {
      for (int k = 0; k < 200; ++k)
        std::this_thread::yield();  // so that wait() mostly finds nothing to do first
      go = true;
    });
    if (i % 2 == 0) {
      first.wait();
    } else {
      first.wait(c);
    }
    CHECK(c.value() == 1);
    later.join();
    behind.submit([](int&) {});
    beside.submit([](int&) {});
    second.wait();
    first.wait();
    CHECK(seen == 1);
  }
}

namespace {

/// A task of another flow comes to wait for a reservation while the caller waits, which is when `there(caller)`
/// returns.
template <class Scheduler>
void wait_for_one_who_comes_to_wait(auto there) {
  Scheduler one(1);
  scheduler two(2);
  basic_flow<Scheduler> first(one);
  flow second(two);
  handle<int> a(0);
  handle<int> b(0);
  std::atomic<bool> go{false};
  for (int k = 0; k < 3; ++k) {
    second.submit(write(a), [&go](int&) {
      while (!go) std::this_thread::yield();
    });
  }
  auto reserved_there = second.reserve(write(b));
  first.submit(named("both"), read(a), read(b), [](int, int) {});  // waits for a first: more is missing there
  std::thread later([&go, there, caller = gettid()] {
    there(caller);
    go = true;
  });
  try {
    first.wait();
    FAIL("wait() did not throw");
  } catch (const stuck& e) {
    CAPTURE(std::string(e.what()));
    CHECK(contains(e.what(), "task 'both' waits for version 1 of the handle"));
  }
  later.join();
  reserved_there.submit([](int&) {});
  second.wait();
  first.wait();
}

}  // namespace

TEST_CASE("stuck is found out, too, when a task comes to wait for a reservation during wait()") {
  using yielding = basic_scheduler<pool::split_pool, working::yield, memory::cgbkof>;
  const auto searches = [](pid_t) {  // it yields ten thousand times
    for (int k = 0; k < 200; ++k) std::this_thread::yield();
  };
  const auto sleeps = [](pid_t caller) {
    while (!tests::asleep(caller)) std::this_thread::yield();
  };
  for (int i = 0; i < tests::scaled(50); ++i) {
    wait_for_one_who_comes_to_wait<yielding>(searches);
    wait_for_one_who_comes_to_wait<scheduler>(sleeps);
  }
}

TEST_CASE("a reservation that is given up fails, and so does one whose flow ends first") {
  scheduler sched(2);
  handle<int> a(0);
  flow tasks(sched);
  {
    auto unused = tasks.reserve(write(a));
    tasks.submit(read(a), [](int) { FAIL("ran"); });
  }
  const flow_error e = error_of(tasks);
  CHECK(std::string(e.what()) == "task '(reserved)' has failed: its reservation was given up; 1 skipped");
  auto tasks2 = std::make_unique<flow>(sched);
  auto unused = tasks2->reserve(write(a));
  tasks2->submit(read(a), [](int) { FAIL("ran"); });
  tasks2.reset();
  CHECK(!a.in_use());
}

}  // namespace reservation_test
