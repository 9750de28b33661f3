// Exceptions: the caller gets the first one, everything else is dropped, nothing leaks, the scheduler goes
// on.
#include <atomic>
#include <memory>
#include <new>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/pools.hpp"

using namespace jackdaw;

namespace {

struct counted {
  explicit counted(std::atomic<int>& a) : alive(&a) { ++*alive; }
  counted(const counted& o) : alive(o.alive) { ++*alive; }
  ~counted() { --*alive; }
  std::atomic<int>* alive;
};

struct thrower {
  static constexpr std::string_view name = "thrower";
  counted witness;
  void operator()(any_worker&) const { throw std::out_of_range("from a task"); }
};

}  // namespace

TEST_CASE("the exception of a task comes out of run, with its task's name; all closures die") {
  tests::for_each_choice({1, 2, 4, 8}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    std::atomic<int> alive{0};
    auto scheduler = tests::make_scheduler(choice);
    for (int round = 0; round < 5; ++round) {
      CHECK_THROWS_WITH_AS(scheduler.run([&](any_worker& w) {
        for (int i = 0; i < 50; ++i) w.put([c = counted(alive)](any_worker& v) { v.put([c] {}); });
        w.put(thrower{counted(alive)});
        for (int i = 0; i < 50; ++i) w.put([c = counted(alive)] {});
      }),
                           "from a task", std::out_of_range);
      CHECK(scheduler.failed_task() == "thrower");
      CHECK(alive == 0);
      int sum = 0;
      scheduler.run([&] { sum = 7; });
      CHECK(sum == 7);
    }
  });
}

TEST_CASE("after a failure the remaining tasks do not run") {
  auto scheduler = tests::make_scheduler({.pool = "dq1", .workers = 1});
  int ran = 0;
  CHECK_THROWS_AS(scheduler.run([&](any_worker& w) {
    for (int i = 0; i < 10; ++i) w.put([&] { ++ran; });
    throw 1;
  }),
                  int);
  CHECK(ran == 0);
}

TEST_CASE("a waiting task whose predecessor is dropped is dropped, too") {
  tests::for_each_choice({1, 2, 4}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    std::atomic<int> alive{0};
    std::atomic<int> wrong{0};
    auto scheduler = tests::make_scheduler(choice);
    CHECK_THROWS_AS(scheduler.run([&](any_worker& w) {
      auto both = w.after(3, [&, c = counted(alive)] { ++wrong; });
      w.put([t = both.next()](any_worker& v) mutable { t.arrive(v); });
      w.put([t = both.next()](any_worker&) mutable { throw std::runtime_error("stop"); });
      w.put([t = both.next(), c = counted(alive)](any_worker& v) mutable { t.arrive(v); });
    }),
                    std::runtime_error);
    CHECK(alive == 0);
    CHECK(wrong == 0);
  });
}

TEST_CASE("arrivals that were never asked for drop the waiting task, without an exception") {
  auto scheduler = tests::make_scheduler({.workers = 2});
  std::atomic<int> alive{0};
  scheduler.run([&](any_worker& w) {
    auto both = w.after(2, [c = counted(alive)] { FAIL("must not run"); });
    w.put([t = both.next()](any_worker& v) mutable { t.arrive(v); });
  });
  CHECK(alive == 0);
}

TEST_CASE("an exception while initial tasks are dealt or a closure is copied leaves nothing behind") {
  std::atomic<int> alive{0};
  struct fragile {
    counted witness;
    bool bad;
    fragile(std::atomic<int>& a, bool b) : witness(a), bad(b) {}
    fragile(const fragile& o) : witness(o.witness), bad(o.bad) {
      if (bad) throw std::bad_alloc();
    }
    void operator()() const {}
  };
  scheduler sched(2);
  {
    const fragile good(alive, false);
    const fragile bad(alive, true);
    CHECK_THROWS_AS(sched.run(good, good, bad), std::bad_alloc);
    CHECK(alive == 2);
    CHECK_THROWS_AS(sched.run([&](worker& w) {
      w.put(good);
      w.put(bad);
    }),
                    std::bad_alloc);
    CHECK(alive == 2);
    sched.run(good);
  }
  CHECK(alive == 0);
}

TEST_CASE("the name of a task without a name of its own is that of its type") {
  scheduler sched(1);
  struct unnamed_task {
    void operator()() const { throw 1; }
  };
  CHECK_THROWS_AS(sched.run(unnamed_task{}), int);
  CHECK(sched.failed_task().find("unnamed_task") != std::string_view::npos);
}
