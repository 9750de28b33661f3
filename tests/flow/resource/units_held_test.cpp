// Until when tasks have their units, so that no task waits for ever: of subtasks, turns, failures, and other flows.
#include <atomic>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow.hpp>
#include <jackdaw/scheduler.hpp>

#include "tests/flow/resource/held_units.hpp"
#include "tests/flow/resource/meter.hpp"
#include "tests/support/sizes.hpp"

namespace units_held_test {

using namespace jackdaw;
using tests::meter;

TEST_CASE("units are given back before the accesses of the task are over") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> x(0);
  for (int i = 0; i < tests::scaled(300); ++i) {
    resource r(1);  // gone when x is there
    tasks.submit(require(r), write(x), [](int& a) { ++a; });
    tasks.wait(x);
  }
  CHECK(x.value() == tests::scaled(300));
}

TEST_CASE("a task has its units no longer when it waits for its subtasks, which need the same") {
  for (const unsigned workers : {1U, 3U}) {
    scheduler sched(workers);
    flow tasks(sched);
    resource r(1);
    meter use;
    std::atomic<int> ran{0};
    for (int i = 0; i < 50; ++i) {
      tasks.submit(require(r), with_subtasks, [&](auto& all) {
        use.enter(1);
        for (int part = 0; part < 3; ++part) {
          all.submit(require(r), with_subtasks, [&](auto& inner) {
            use.enter(1);
            inner.submit(require(r), [&] {
              use.enter(1);
              ++ran;
              use.leave(1);
            });
            use.leave(1);
          });
        }
        use.leave(1);
      });
    }
    tasks.wait();
    CHECK(ran == 150);
    CHECK(use.most() == 1);
  }
}

TEST_CASE("a task that has run and waits to apply what it has found has no units") {
  for (const unsigned workers : {1U, 2U}) {
    scheduler sched(workers);
    flow tasks(sched);
    resource r(1);
    handle<int> gate(0), sum(0);
    handle<void> found;
    auto later = tasks.reserve(write(gate));
    tasks.submit(require(r), read(gate), write(sum),
                 [](int, int& s) { s = 1; });  // before the next one's results
    tasks.submit(require(r), reduce(sum), write(found), [](int& s) { s += 2; });
    tasks.wait(found);
    CHECK(r.available() == 1);
    later.submit([](int&) {});
    tasks.wait();
    CHECK(sum.value() == 3);
  }
}

TEST_CASE("a task that waits for its turn has no units: the one that has the turn may wait for some") {
  for (const unsigned workers : {1U, 2U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    flow tasks(sched);
    resource r(1);
    handle<int> x(0), gate(0);
    std::atomic<bool> has_turn{false};
    std::atomic<int> ran{0};
    auto later = tasks.reserve(write(gate));
    tasks.submit(with_subtasks, add(x), [&](auto& all, int& value) {
      ++value;
      all.submit(read(gate), [&all, &r, &ran](int) { all.submit(require(r), [&ran] { ++ran; }); });
      has_turn = true;
    });
    while (!has_turn) std::this_thread::yield();
    for (int i = 0; i < 8; ++i) {
      tasks.submit(require(r), add(x), [&ran](int& value) {
        ++value;
        ++ran;
      });
    }
    sched.await_rest();  // all of them wait for the turn
    CHECK(r.available() == 1);
    later.submit([](int&) {});
    tasks.wait();
    CHECK(ran == 9);
    CHECK(x.value() == 9);
    CHECK(r.available() == 1);
  }
}

TEST_CASE("turns and units in every mixture come to an end") {
  for (const unsigned workers : {1U, 2U, 4U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    flow tasks(sched);
    resource r(2);
    resource q(3);
    std::deque<handle<int>> cells(3);
    base::random random(workers + 7);
    int adds = 0;
    for (int i = 0; i < tests::scaled(4000); ++i) {
      handle<int>& a = cells[random.below(3)];
      handle<int>& b = cells[random.below(3)];
      const auto work = [](auto&... x) { (++x, ...); };
      adds += 2;
      switch (random.below(4)) {
        case 0:
          tasks.submit(require(r, 1 + random.below(2)), add(a), add(b), work);
          break;
        case 1:
          tasks.submit(require(q, random.below(4)), require(r), add(a), add(b), work);
          break;
        case 2:
          tasks.submit(add(a), add(b), work);
          break;
        default:
          tasks.submit(with_subtasks, require(q), add(a), add(b), [&r, work](auto& all, int& x, int& y) {
            work(x, y);
            all.submit(require(r, 2), [] {});
          });
      }
    }
    tasks.wait();
    int sum = 0;
    for (auto& each : cells) sum += each.value();
    CHECK(sum == adds);
    CHECK(r.available() == 2);
    CHECK(q.available() == 3);
  }
}

TEST_CASE("tasks that are skipped take no units and wait for none, those that throw give them back") {
  scheduler sched(2);
  flow holds(sched);
  resource r(2);
  tests::held_units kept;
  holds.submit(with_completion, require(r, 2), kept.function());
  kept.wait_for_task();
  handle<int> x(0);
  {
    flow fails(sched);
    fails.submit(write(x), [](int&) { throw std::runtime_error("no"); });
    fails.submit(require(r, 2), read(x), [](int) {});
    fails.submit(require(r, 1), priority(1), read(x), [](int) {});
    CHECK_THROWS_AS(fails.wait(), flow_error);  // while all units are in use
    CHECK(fails.skipped() == 2);
  }
  {
    flow cancelled(sched);
    std::atomic<bool> ran{false};
    for (int i = 0; i < 20; ++i) {
      cancelled.submit(require(r, 1 + static_cast<unsigned>(i) % 2), [&ran] { ran = true; });
      cancelled.submit(require(r), with_completion, pinned(static_cast<unsigned>(i) % 2),
                       [&ran](completion) { ran = true; });
    }
    cancelled.cancel();
    cancelled.wait();  // while all units are in use
    CHECK(!ran);
    CHECK(cancelled.skipped() == 40);
  }
  CHECK(r.available() == 0);
  kept.hand_back();
  holds.wait();
  flow throws(sched);
  throws.submit(require(r, 2), [] { throw std::runtime_error("no"); });
  throws.submit(require(r, 2), with_completion, [](completion) {});  // dropped
  CHECK_THROWS_AS(throws.wait(), flow_error);
  CHECK(r.available() == 2);
}

TEST_CASE("cancel() while tasks begin to wait: none is forgotten") {
  scheduler sched(2);
  resource r(1);
  for (int round = 0; round < tests::scaled(500); ++round) {
    flow holds(sched);
    tests::held_units kept;
    holds.submit(with_completion, require(r), kept.function());
    kept.wait_for_task();
    flow tasks(sched);
    for (int i = 0; i < 4; ++i) tasks.submit(require(r), [] {});
    tasks.cancel();
    tasks.wait();
    CHECK(tasks.skipped() == 4);
    holds.cancel();  // the one that runs comes to its end
    kept.hand_back();
    holds.wait();
    CHECK(r.available() == 1);
  }
}

TEST_CASE("flows on several schedulers share a resource") {
  scheduler one(2);
  scheduler two(1);
  resource r(2);
  resource q(2);
  meter use;
  std::atomic<int> ran{0};
  const int rounds = tests::scaled(60);
  const auto run = [&](scheduler& on) {
    for (int round = 0; round < rounds; ++round) {
      flow tasks(on);
      for (unsigned i = 0; i < 20; ++i) {
        const auto work = [&](std::uint64_t units) {
          return [&, units] {
            use.enter(units);
            if (units == 2) std::this_thread::yield();
            ++ran;
            use.leave(units);
          };
        };
        if (i % 2 == 0) {
          tasks.submit(require(q), require(r, 1 + i % 3 / 2), work(1 + i % 3 / 2));
        } else {
          tasks.submit(require(r, 1 + i % 3 / 2), require(q, 2), priority(static_cast<int>(i)),
                       work(1 + i % 3 / 2));
        }
      }
      tasks.wait();
    }
  };
  std::thread other([&] { run(two); });
  std::thread third([&] { run(two); });
  run(one);
  other.join();
  third.join();
  CHECK(ran == 3 * rounds * 20);
  CHECK(use.most() <= 2);
  CHECK(r.available() == 2);
}

TEST_CASE("a flow whose tasks wait for units of another scheduler's task is not stuck, nor forgotten") {
  scheduler one(1);
  scheduler two(1);
  resource r(1);
  handle<int> unrelated(0), x(0);
  flow holds(two);
  auto unused = holds.reserve(write(unrelated));
  tests::held_units kept;
  std::atomic<bool> asked{false};
  holds.submit(with_completion, require(r), kept.function());
  kept.wait_for_task();
  flow tasks(one);
  tasks.submit(with_subtasks, write(x), [&](auto& all, int&) {  // so there is something to look for
    all.submit(require(r), [] {});
    asked = true;
  });
  tasks.submit(read(x), [](int) {});
  std::thread later([&] {
    while (!asked) std::this_thread::yield();
    kept.hand_back();
  });
  tasks.wait();
  later.join();
  CHECK(r.available() == 1);
  unused.submit([](int&) {});
  holds.wait();
}

}  // namespace units_held_test
