// Pinned tasks: each runs on its worker and on no other, on every pool, and goes together with all the rest.
#include "tests/flow/task/pinned.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace pinned_test {

using namespace jackdaw;
using tests::here;
using tests::tally;
using tests::until;

TEST_CASE(
    "a pinned task runs on its worker, whichever thread submits it, on every pool with every idle policy") {
  tests::for_each_choice({1, 2, 3, 4}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    const unsigned workers = sched.workers();
    basic_flow tasks(sched);
    tally all;
    handle<long> sum(0);
    handle<void> gate;
    for (int i = 0; i < tests::scaled(20); ++i) {
      const unsigned to = static_cast<unsigned>(i) % workers;
      tasks.submit(pinned(to), [&, to] { all.note(here(sched) == to); });
      tasks.submit(add(sum), [](long& s) { ++s; });
      tasks.submit(pinned(to), named("woken"), add(sum), write(gate), [&, to](long& s) {
        ++s;
        all.note(here(sched) == to);
      });
      tasks.submit([&, to] {  // by a worker
        tasks.submit(pinned(to), [&, to] { all.note(here(sched) == to); });
      });
    }
    tasks.wait();
    CHECK(all.wrong == 0);
    CHECK(all.right == 3 * tests::scaled(20));
    CHECK(sum.value() == 2 * tests::scaled(20));
  });
}

TEST_CASE("what is pinned to worker 0 runs as worker 0, whichever thread that is") {
  tests::for_each_choice({1, 2}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    std::atomic<int> done{0};
    const auto as_first = [&] { done += here(sched) == 0 ? 1 : 100; };
    {
      basic_flow tasks(sched);
      tasks.submit(pinned(0), as_first);
      while (done == 0) std::this_thread::yield();  // no thread waits
      tasks.wait();
      CHECK(done == 1);
      tasks.submit(pinned(0), as_first);
      sched.run([](any_worker&) {});
      tasks.wait();
      CHECK(done == 2);
      for (int i = 0; i < 5; ++i) tasks.submit(pinned(0), as_first);
    }  // a flow that ends waits
    CHECK(done == 7);
  });
}

TEST_CASE("a worker that waits inside a task executes what is pinned to it") {
  tests::for_each_choice({2}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    tally all;
    for (unsigned to = 0; to < 2; ++to) {
      tasks.submit(pinned(to), [&, to] {
        basic_flow inner(sched);
        inner.submit(pinned(to), [&, to] { all.note(here(sched) == to); });
        inner.wait();
        all.note(here(sched) == to);
      });
    }
    tasks.wait();
    CHECK(all.right == 4);
  });
}

TEST_CASE("pinned with the other attributes, reductions, adds, subtasks and reservations") {
  tests::for_each_choice({3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    tally all;
    handle<long> sum(0);
    handle<long> total(0);
    handle<long> last(0);
    for (int i = 0; i < tests::scaled(60); ++i) {
      const unsigned to = static_cast<unsigned>(i) % 3;
      const auto note = [&, to] { all.note(here(sched) == to); };
      auto place = tasks.reserve(write(last));
      tasks.submit(pinned(to), named("both"), reduce(total), add(sum), [note](long& t, long& s) {
        note();
        ++t;
        ++s;
      });
      tasks.submit(with_subtasks, pinned(to), write(last), [&, note, to](auto& subtasks, long& x) {
        note();
        subtasks.submit(pinned((to + 1) % 3), named("sub"), [&, to] {
          all.note(here(sched) == (to + 1) % 3);
          ++x;
        });
      });
      place.submit(pinned(to), [note](long& x) {
        note();
        ++x;
      });
    }
    tasks.wait();
    CHECK(all.wrong == 0);
    CHECK(all.right == 4 * tests::scaled(60));
    CHECK(total.value() == tests::scaled(60));
    CHECK(last.value() == 2 * tests::scaled(60));
  });
}

TEST_CASE("a worker that there is not: nothing is submitted, and all can be used as before") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  const auto owned = std::make_shared<int>(1);
  auto function = [owned](int& x) { x += *owned; };
  CHECK_THROWS_AS(tasks.submit(pinned(2), write(a), std::move(function)), std::invalid_argument);
  CHECK(owned.use_count() == 2);  // not moved from
  auto place = tasks.reserve(write(a));
  CHECK_THROWS_AS(place.submit(pinned(7), [](int& x) { x = 99; }), std::invalid_argument);
  place.submit(pinned(1), [](int& x) { ++x; });
  bool refused = false;
  tasks.submit(with_subtasks, write(a), [&](auto& subtasks, int& x) {
    try {
      subtasks.submit(pinned(2), [&x] { x = 99; });
    } catch (const std::invalid_argument& e) {
      refused =
          std::string(e.what()) == "a task is pinned to worker 2 of a scheduler that has 2; expected 0 to 1";
    }
    ++x;
  });
  tasks.wait();
  CHECK(refused);
  CHECK(a.value() == 2);
}

TEST_CASE("pinned tasks that fail, that are skipped, and that are cancelled") {
  tests::for_each_choice({2}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    handle<int> a(0);
    for (unsigned to = 0; to < 2; ++to) {
      tasks.submit(pinned(to), named("thrower"), write(a), [](int&) { throw 1; });
      tasks.submit(pinned(1 - to), read(a), [](int) {});
      CHECK_THROWS_AS(tasks.wait(), flow_error);
    }
    CHECK(tasks.skipped() == 2);
    std::atomic<bool> go_on{false};
    tasks.submit(pinned(1), write(a), [&](int& x) {
      until([&] { return go_on.load(); });
      x = 5;
    });
    for (unsigned i = 0; i < 10; ++i) tasks.submit(pinned(i % 2), write(a), [](int& x) { ++x; });
    tasks.cancel();
    go_on = true;
    tasks.wait();
    CHECK((a.value() == 5 || a.value() == 0));
    auto later = tasks.reserve(write(a));
    tasks.submit(pinned(1), read(a), [](int) {});
    CHECK_THROWS_AS(tasks.wait(), stuck);
    later.submit(pinned(0), [](int& x) { x = 8; });
    tasks.wait();
    CHECK(a.value() == 8);
  });
}

TEST_CASE("stress: several threads and tasks submit, the budget changes, threads run and wait") {
  tests::for_each_choice({4}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    tally all;
    std::atomic<int> plain{0};
    std::atomic<int> submitters{3};
    {
      basic_flow tasks(sched);
      handle<long> sum(0);
      std::vector<std::thread> threads;
      threads.reserve(3);
      for (unsigned t = 0; t < 3; ++t) {
        threads.emplace_back([&, t] {
          base::random random(t + 1);
          for (int i = 0; i < tests::scaled(200); ++i) {
            const unsigned to = static_cast<unsigned>(random.below(4));
            const unsigned then = static_cast<unsigned>(random.below(4));
            tasks.submit(pinned(to), add(sum), [&, to, then](long& s) {
              ++s;
              all.note(here(sched) == to);
              tasks.submit(pinned(then), [&, then] { all.note(here(sched) == then); });
            });
            tasks.submit([&] { ++plain; });
            if (random.below(20) == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
            if (random.below(40) == 0) tasks.wait();
            if (random.below(40) == 0) sched.run([&](any_worker& w) { w.put([&] { ++plain; }); });
          }
          --submitters;
        });
      }
      base::random random(9);
      while (submitters != 0) {
        sched.allow_workers(1 + static_cast<unsigned>(random.below(4)));
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
      for (auto& each : threads) each.join();
      tasks.wait();
      CHECK(sum.value() == 3 * tests::scaled(200));
    }
    CHECK(all.wrong == 0);
    CHECK(all.right == 6 * tests::scaled(200));
  });
}

}  // namespace pinned_test
