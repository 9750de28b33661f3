// Tasks that require units of resources: never more units are in use than there are, no worker waits for them, and they
// go with all else that a task may be.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow.hpp>
#include <jackdaw/scheduler.hpp>

#include "tests/flow/resource/held_units.hpp"
#include "tests/flow/resource/meter.hpp"
#include "tests/support/last_words.hpp"
#include "tests/support/sizes.hpp"

namespace resources_test {

using namespace jackdaw;
using tests::meter;

namespace {
/// What submit() says to too many units.
std::string refusal(auto&& submit) {
  try {
    submit();
  } catch (const std::invalid_argument& e) { return e.what(); }
  return {};
}

}  // namespace

TEST_CASE("never more units are in use than there are, and all tasks run") {
  for (const unsigned workers : {1U, 2U, 4U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    resource few(3);
    resource many(10);
    meter of_few;
    meter of_many;
    handle<int> sum(0);
    std::deque<handle<int>> cells(5);
    std::atomic<int> ran{0};
    flow tasks(sched);
    base::random random(workers);
    const int count = tests::scaled(6000);
    const auto use = [&](std::uint64_t a, std::uint64_t b) {
      return [&, a, b](auto&... object) {
        of_few.enter(a);
        of_many.enter(b);
        (++object, ...);
        ++ran;
        of_many.leave(b);
        of_few.leave(a);
      };
    };
    for (int i = 0; i < count; ++i) {
      const std::uint64_t a = random.below(4);
      const std::uint64_t b = random.below(11);
      handle<int>& cell = cells[random.below(5)];
      switch (i % 5) {
        case 0:
          tasks.submit(require(few, a), require(many, b), use(a, b));
          break;
        case 1:
          tasks.submit(require(many, b), require(few, a), add(sum), use(a, b));
          break;
        case 2:
          tasks.submit(require(few, a), priority(static_cast<int>(b)), write(cell), use(a, 0));
          break;
        case 3:
          tasks.submit(require(many, b), pinned(static_cast<unsigned>(i) % workers), add(cell), use(0, b));
          break;
        default:
          tasks.submit(with_subtasks, require(many, b), write(cell), [&, b, a](auto& all, int& x) {
            use(0, b)(x);
            for (int part = 0; part < 2; ++part) {
              all.submit(require(few, a), [&, a] {
                of_few.enter(a);
                of_few.leave(a);
              });
            }
          });
      }
    }
    tasks.wait();
    CHECK(ran == count);
    CHECK(of_few.most() <= 3);
    CHECK(of_many.most() <= 10);
    CHECK(few.available() == 3);
    CHECK(many.available() == 10);
  }
}

TEST_CASE("no worker waits, and no unit that a task could have: smaller tasks overtake a large one") {
  scheduler sched(1);
  flow tasks(sched);
  resource r(3);
  tests::held_units kept;
  handle<void> small, none;
  bool large_ran = false;
  tasks.submit(with_completion, require(r, 2), kept.function());
  kept.wait_for_task();
  tasks.submit(require(r, 2), [&] { large_ran = true; });
  tasks.submit(require(r), write(small), [] {});
  tasks.submit(write(none), [] {});
  tasks.wait(small);  // executes tasks: with the only worker
  tasks.wait(none);
  CHECK(!large_ran);
  CHECK(r.available() == 1);
  kept.hand_back();
  tasks.wait();
  CHECK(large_ran);
  CHECK(r.available() == 3);
}

TEST_CASE("of the tasks that wait for units the largest priority comes first") {
  scheduler sched(1);
  flow tasks(sched);
  resource r(1);
  tests::held_units kept;
  std::vector<int> order;
  tasks.submit(with_completion, require(r), kept.function());
  kept.wait_for_task();
  const auto note = [&order](int which) { return [&order, which] { order.push_back(which); }; };
  tasks.submit(require(r), priority(-1), note(-1));
  tasks.submit(require(r), note(0));
  tasks.submit(require(r), priority(3), note(3));
  tasks.submit(require(r), priority(7), note(7));
  sched.await_rest();  // all have asked
  tasks.submit([&kept] { kept.hand_back(); });
  tasks.wait();
  CHECK(order == std::vector<int>{7, 3, 0, -1});
}

TEST_CASE("pinned tasks get their units and run on their worker") {
  scheduler sched(3);
  flow tasks(sched);
  resource r(2);
  meter use;
  std::atomic<int> elsewhere{0};
  std::atomic<int> ran{0};
  for (unsigned i = 0; i < 300; ++i) {
    const unsigned to = i % 3;
    tasks.submit(require(r), pinned(to), [&, to] {
      use.enter(1);
      if (sched.worker_here()->id() != to) ++elsewhere;
      ++ran;
      use.leave(1);
    });
  }
  tasks.wait();
  CHECK(ran == 300);
  CHECK(elsewhere == 0);
  CHECK(use.most() <= 2);
}

TEST_CASE("more units than there are: refused, and nothing is submitted") {
  scheduler sched(1);
  flow tasks(sched);
  resource r(3);
  resource nothing(0);
  handle<int> x(0);
  CHECK(refusal([&] { tasks.submit(require(r, 4), write(x), [](int&) {}); }) ==
        "a task requires 4 units of a resource; expected at most the 3 that it has");
  r.name("licences");
  CHECK(r.name() == "licences");
  CHECK(refusal([&] { tasks.submit(require(r, 2), named("t"), require(r, 2), [] {}); }) ==
        "a task requires 4 units of 'licences'; expected at most the 3 that it has");
  CHECK(!refusal([&] { tasks.submit(require(nothing), [] {}); }).empty());
  auto later = tasks.reserve(write(x));
  CHECK(!refusal([&] { later.submit(require(r, 9), [](int&) {}); }).empty());
  bool ran = false;
  tasks.submit(require(nothing, 0), require(r, 1), require(r, 2), read(x),
               [&](int) { ran = r.available() == 0; });
  later.submit(require(r, 3), [](int& value) { value = 5; });
  tasks.wait();
  CHECK(ran);
  CHECK(x.value() == 5);
  CHECK(r.units() == 3);
  CHECK(r.available() == 3);
}

TEST_CASE("with all that a task may be: ranges, reservations, subtasks, names, events, priorities") {
  for (const unsigned workers : {1U, 3U}) {
    scheduler sched(workers);
    flow tasks(sched);
    resource r(2);
    std::vector<handle<int>> range(6);
    handle<int> x(0), y(0);
    meter use;
    auto later = tasks.reserve(write(range), add(y));
    tasks.submit(require(r), read(range), write(x), [&](references<const int> all, int& sum) {
      use.enter(1);
      for (const int each : all) sum += each;
      use.leave(1);
    });
    tasks.submit(named("whole"), require(r), with_subtasks, with_completion, priority(2), add(x),
                 [&](auto& all, completion done, int& sum) {
                   use.enter(1);
                   ++sum;
                   all.submit(require(r), pinned(workers - 1), [done = std::move(done)]() mutable {
                     done.fulfil();  // of the task around it, which has a unit until now
                   });
                   use.leave(1);
                 });
    later.submit(require(r, 2), named("later"), [&](references<int> all, int& sum) {
      use.enter(2);
      for (int& each : all) each = 1;
      sum = 1;
      use.leave(2);
    });
    tasks.wait();
    CHECK(x.value() == 7);
    CHECK(use.most() <= 2);
    CHECK(r.available() == 2);
  }
}

TEST_CASE("a resource that is destroyed while tasks use it ends the program with a message") {
  for (const std::string called : {"", "slots"}) {
    const std::string said = tests::last_words([&] {
      auto* sched = new scheduler(1);
      auto* tasks = new flow(*sched);
      resource r(3);
      if (!called.empty()) r.name(called);
      tasks->submit(require(r, 2), [] {
        for (;;) std::this_thread::yield();
      });
      while (r.available() != 1) std::this_thread::yield();
    });
    CHECK(said.starts_with(  // an emulator adds a line of its own
        "jackdaw: a resource" + std::string(called.empty() ? "" : ", 'slots',") +
        " is destroyed while tasks use it (1 of 3 units are free); expected flow::wait() before\n"));
  }
}

}  // namespace resources_test
