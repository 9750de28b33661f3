// Waiting for one handle, several threads that wait for one flow, and what they hear of failures.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/machine/asleep.hpp"
#include "tests/support/sizes.hpp"

namespace waiting_test {

using namespace jackdaw;
using jackdaw::tests::contains;
using jackdaw::tests::error_of;

namespace {

/// A thread that waits, and what wait() threw: how many failures, how many skipped.
class waiting_thread {
 public:
  explicit waiting_thread(auto wait)
      : thread_([this, wait] {
          number_ = gettid();
          try {
            wait();
          } catch (const flow_error& e) {
            failures = e.failures().size();
            skipped = e.skipped();
          }
        }) {}

  [[nodiscard]] bool sleeps() const { return number_ != 0 && tests::asleep(number_); }
  void join() { thread_.join(); }

  std::size_t failures = 0;
  std::uint64_t skipped = 0;

 private:
  std::atomic<pid_t> number_{0};
  std::thread thread_;
};

/// Holds a handle up, as a task of another scheduler.
class holder {
 public:
  explicit holder(handle<int>& of) {
    tasks_.submit(write(of), [this](int& /*x*/) {
      while (!go_) std::this_thread::yield();
    });
  }
  void let_go() { go_ = true; }
  ~holder() { tasks_.wait(); }

 private:
  std::atomic<bool> go_{false};
  scheduler sched_{2};
  flow tasks_{sched_};
};

}  // namespace

TEST_CASE("a group that is closed takes no more accesses, and its end is known") {
  dataflow::versions of;
  const int adds = 0;
  CHECK(of.expect(&adds, true) == 0);
  CHECK(of.expect(&adds, true) == 0);
  CHECK(of.close_group() == 2);
  CHECK(of.expect(&adds, true) == 2);
  CHECK(of.close_group() == 3);
  for (int i = 0; i < 3; ++i) of.count_over(1);  // else it is in use
}

TEST_CASE("wait(handle) after cancel() returns as usual, and the flow goes on") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  tasks.cancel();
  tasks.submit(write(a), [](int& x) { x = 1; });
  tasks.wait(a);
  CHECK(a.value() == 0);
  CHECK(tasks.skipped() == 1);  // a thread that waits is no task
  tasks.wait();
  tasks.submit(write(a), [](int& x) { x = 1; });
  tasks.wait(a);
  CHECK(a.value() == 1);
}

TEST_CASE("wait(handle) throws for its own handle only, and what it throws says what was skipped") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  handle<int> other(0);
  tasks.submit(named("first"), write(a), [](int&) { throw std::runtime_error("no"); });
  tasks.submit(read(a), write(b), [](int, int& x) { x = 1; });
  tasks.submit(write(other), [](int& x) { x = 1; });
  tasks.wait(other);
  CHECK(other.value() == 1);
  for (int i = 0; i < 2; ++i) {  // what it throws is not forgotten
    try {
      tasks.wait(b);
      FAIL("wait(handle) did not throw");
    } catch (const flow_error& e) {
      CHECK(std::string(e.what()) == "task 'first' has failed: no; 1 skipped");
    }
  }
  tasks.submit(read(b), [](int) {});
  CHECK(error_of(tasks).skipped() == 2);
  tasks.submit(write(b), [](int& x) { x = 2; });
  tasks.wait(b);
  CHECK(b.value() == 2);
}

TEST_CASE("all threads that wait for a flow learn of its failures, whichever is through first") {
  for (int i = 0; i < tests::scaled(100); ++i) {
    scheduler sched(2);
    flow tasks(sched);
    handle<int> gate(0);
    handle<int> a(0);
    handle<int> good(0);
    {
      holder hold(gate);
      tasks.submit(read(gate), write(a), [](int, int&) { throw 1; });
      tasks.submit(read(a), [](int) {});
      tasks.submit(read(gate), write(good), [](int, int& x) { x = 1; });
      std::array<waiting_thread, 2> all{waiting_thread([&] { tasks.wait(); }),
                                        waiting_thread([&] { tasks.wait(); })};
      waiting_thread one([&] { tasks.wait(a); });
      waiting_thread fine([&] { tasks.wait(good); });
      const std::array<waiting_thread*, 4> each_one{&all[0], &all[1], &one, &fine};
      // Twice: one that sleeps may just wait for the lock of another that works.
      for (int calm = 0; calm < 2;) {
        calm = std::ranges::all_of(each_one, [](const auto* each) { return each->sleeps(); }) ? calm + 1 : 0;
        std::this_thread::yield();
      }
      hold.let_go();
      for (auto* each : each_one) each->join();
      for (const auto& each : all) {
        CHECK(each.failures == 1);
        CHECK(each.skipped == 1);
      }
      CHECK(one.failures == 1);
      CHECK(fine.failures == 0);
    }
    CHECK(good.value() == 1);
    tasks.wait();  // all is forgotten
  }
}

TEST_CASE("wait(handle) that was stuck leaves nothing behind, however often") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  auto later = tasks.reserve(write(a));
  std::string said;
  for (int i = 0; i < 5; ++i) {
    try {
      tasks.wait(a);
      FAIL("wait(handle) did not throw");
    } catch (const stuck& e) {
      CHECK(contains(e.what(), "'(wait for a handle)' waits for version 1 of the handle"));
      if (i > 0) CHECK(said == e.what());
      said = e.what();
    }
  }
  tasks.submit(named("reader"), read(a), [](int) {});
  try {
    tasks.wait();
    FAIL("wait() did not throw");
  } catch (const stuck& e) { CHECK(!contains(e.what(), "(wait for a handle)")); }
  later.submit([](int& x) { x = 1; });
  tasks.wait(a);
  CHECK(a.value() == 1);
  CHECK(a.version() == 2);
}

TEST_CASE("what fails in one flow is not forgotten when another one fails at the same handle") {
  scheduler sched(2);
  flow first(sched);
  flow second(sched);
  handle<int> a(0);
  first.submit(write(a), [](int&) { throw 1; });
  second.submit(write(a), [](int&) { throw 2; });
  first.submit(read(a), [](int) { FAIL("ran"); });
  second.submit(read(a), [](int) { FAIL("ran"); });
  first.submit(write(a), [](int&) { FAIL("ran"); });
  CHECK(error_of(first).skipped() == 2);
  second.submit(read(a), [](int) { FAIL("ran"); });  // the other one's wait() forgets its own
  CHECK(error_of(second).skipped() == 2);
  first.submit(write(a), [](int& x) { ++x; });
  second.submit(write(a), [](int& x) { ++x; });
  first.wait();
  second.wait();
  CHECK(a.value() == 2);
}

TEST_CASE("another handle at the place of one that no task has written is as good as new") {
  scheduler sched(1);
  flow tasks(sched);
  alignas(handle<int>) std::array<std::byte, sizeof(handle<int>)> place;
  auto* a = new (place.data()) handle<int>(0);
  tasks.submit(write(*a), [](int&) { throw 1; });
  CHECK_THROWS_AS(tasks.wait(*a), flow_error);
  a->~handle();
  a = new (place.data()) handle<int>(0);
  tasks.submit(write(*a), [](int& x) { x = 1; });
  tasks.wait(*a);
  CHECK(a->value() == 1);
  a->~handle();
  CHECK(error_of(tasks).skipped() == 0);
}

TEST_CASE("wake-lost: a worker that waits for a flow inside a task, and sleeps, hears of the end") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(20); ++round) {
    flow outer(sched);
    bool is_over = false;
    outer.submit(pinned(1), [&sched, &is_over] {
      const pid_t waiter = gettid();
      flow inner(sched);
      inner.submit(pinned(0), [waiter] {
        while (!tests::asleep(waiter)) std::this_thread::yield();
      });
      inner.wait();
      is_over = true;
    });
    outer.wait();
    CHECK(is_over);
  }
}

}  // namespace waiting_test
