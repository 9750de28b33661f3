// Flows in recordings, and in measures of work and span: what a task waited for is all that it had to wait for, not
// only the task that put it.
#include <cstdint>
#include <sstream>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/flow_graph.hpp>
#include <jackdaw/measure/work_span.hpp>
#include <jackdaw/observe/both.hpp>
#include <jackdaw/observe/watch/activity.hpp>
#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/replay.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>
#include <jackdaw/trace/record/recorder.hpp>

#include "tests/support/sizes.hpp"
#include "tests/trace/programs.hpp"

namespace data_test {

using namespace jackdaw;
using namespace jackdaw::tests;

namespace {

template <class Observer>
using scheduler_with = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, Observer>;
using counted_recorder = trace::basic_recorder<counted_work>;
using counted = scheduler_with<counted_recorder>;  // with one worker: the time is a thread's

static_assert(observe::data_observer<trace::recorder> && !observe::data_observer<observe::activity>);
static_assert(observe::data_observer<observe::both<trace::recorder, observe::activity>>);

auto spends(std::uint64_t units) {
  return [units](auto&...) { counted_work::spend(units); };
}

/// What a program on one worker comes to; the same for replay, and when the file was written and read.
struct figures {
  std::uint64_t work;
  std::uint64_t span;
};

figures figures_of(const trace::recording& seen) {
  const trace::graph order = trace::graph_reader::read(seen);
  std::uint64_t path = 0;
  for (const auto& step : order.critical_path) path += step.nanoseconds;
  CHECK(path == order.span);
  std::stringstream file;
  trace::write_run(file, {"a flow", "jackdaw", seen});
  const trace::recording again = trace::read_run(file, "a.jd").seen;
  CHECK(trace::graph_reader::read(again).span == order.span);
  const replay::program program = replay::read_program(seen);
  CHECK(program.work() == doctest::Approx(static_cast<double>(order.work)));
  CHECK(program.span() == doctest::Approx(static_cast<double>(order.span)));
  const auto run = [&](unsigned workers) {
    return replay::replay_run(program, *replay::policy_of("jackdaw"), {.workers = workers}).nanoseconds;
  };
  CHECK(run(1) == doctest::Approx(program.work()));
  CHECK(run(64) == doctest::Approx(program.span()));
  return {order.work, order.span};
}

template <class Program>
trace::recording recorded(const Program& program) {
  counted sched(1);
  basic_flow tasks(sched);
  sched.run([&](auto& /*worker*/) { program(tasks); });  // by the calling thread, whose clock is read
  tasks.wait();
  return sched.observer().take();
}

using measured = scheduler_with<measure::basic_work_span<counted_work>>;

/// Runs `program` in a flow, and says what that came to since the last reset().
template <class Program>
measure::work_span_figures measured_in(measured& sched, const Program& program) {
  basic_flow tasks(sched);
  sched.run([&](auto& /*worker*/) { program(tasks); });
  tasks.wait();
  return sched.observer().result();
}

/// Recorded on one worker; measured on several, whose schedules differ.
template <class Program>
void check(const Program& program, std::uint64_t work, std::uint64_t span) {
  const figures found = figures_of(recorded(program));
  CHECK(found.work == work);
  CHECK(found.span == span);
  for (const unsigned workers : {1U, 2U, 4U}) {
    measured sched(workers);
    for (int i = 0; i < scaled(20); ++i) {
      sched.observer().reset();
      const auto seen = measured_in(sched, program);
      CAPTURE(workers);
      CHECK(seen.work == work);
      CHECK(seen.span == span);
      CHECK(seen.lost == 0);
    }
  }
}

}  // namespace

TEST_CASE("a diamond, whichever side runs first") {
  using lengths = std::pair<std::uint64_t, std::uint64_t>;
  for (const lengths& sides : {lengths(100, 5), lengths(5, 100)}) {
    check(
        [sides](auto& tasks) {
          static handle<int> x(0), a(0), b(0);
          tasks.submit(write(x), spends(10));
          tasks.submit(read(x), write(a), spends(sides.first));
          tasks.submit(read(x), write(b), spends(sides.second));
          tasks.submit(read(a), read(b), spends(7));
          tasks.wait();
        },
        122, 117);
  }
}

TEST_CASE("a chain beside short tasks; readers do not wait for each other; the next round waits for all") {
  check(
      [](auto& tasks) {
        static handle<int> x(0), y(0);
        for (int round = 0; round < 3; ++round) {
          for (const std::uint64_t each : {3U, 50U, 4U}) tasks.submit(read(x), spends(each));
          tasks.submit(write(x), spends(1));
          tasks.submit(write(y), spends(20));
        }
        tasks.submit(read(x), read(y), spends(2));
        tasks.wait();
      },
      3 * (3 + 50 + 4 + 1 + 20) + 2, 3 * (50 + 1) + 2);
}

TEST_CASE("the critical path knows the handles that it waits for, and what it would be without them") {
  const auto check_path = [](const trace::recording& seen, std::uint64_t before) {
    const trace::graph order = trace::graph_reader::read(seen);
    CHECK(order.span == before + 3 * 50 + 7);
    const std::uint32_t x = order.critical_path.back().handle;
    REQUIRE(x < 2);
    std::uint64_t by_x = 0;
    for (const auto& step : order.critical_path) by_x += step.handle == x ? step.nanoseconds : 0;
    CHECK(by_x == 2 * 50 + 7);  // the first writer waited for no task
    CHECK(trace::graph_reader::span_without_handle(seen, x) == before + 50);
    CHECK(trace::graph_reader::span_without_handle(seen, 1 - x) == order.span);
  };
  const auto submit_all = [](auto& tasks) {
    static handle<int> x(0), y(0);
    tasks.submit(write(y), spends(1));
    for (int i = 0; i < 3; ++i) tasks.submit(write(x), spends(50));
    tasks.submit(read(x), read(y), spends(7));
  };
  check_path(recorded([&](auto& tasks) {
               submit_all(tasks);
               tasks.wait();
             }),
             0);
  check_path(recorded([&](auto& tasks) {
               tasks.submit([&] {
                 counted_work::spend(1000);  // so that all of them are held
                 submit_all(tasks);
               });
               tasks.wait();
             }),
             1000);
}

TEST_CASE("tasks that take turns come one after another, as in the run") {
  check(
      [](auto& tasks) {
        static handle<int> x(0);
        for (const std::uint64_t each : {30U, 1U, 20U}) tasks.submit(add(x), spends(each));
        tasks.submit(read(x), spends(5));
        tasks.wait();
      },
      56, 56);
}

TEST_CASE("tasks that tasks submit, before and while they have to wait") {
  check(
      [](auto& tasks) {
        static handle<int> x(0), y(0);
        tasks.submit(write(x), [&tasks](int&) {
          counted_work::spend(10);
          tasks.submit(write(y), spends(3));
          counted_work::spend(80);
          tasks.submit(read(y), spends(1));  // not there yet: put by the one of length 3
          counted_work::spend(4);
        });
        tasks.wait();
      },
      10 + 3 + 80 + 1 + 4, 10 + 80 + 4);
  check(
      [](auto& tasks) {
        static handle<int> x(0), y(0);
        tasks.submit(write(x), [&tasks](int&) {
          tasks.submit(write(y), spends(3));
          counted_work::spend(80);
          tasks.submit(read(y), spends(20));
        });
        tasks.wait();
      },
      103, 100);
}

TEST_CASE("subtasks end the accesses of the task around them") {
  check(
      [](auto& tasks) {
        static handle<int> x(0), y(0);
        tasks.submit(with_subtasks, write(x), [](auto& parts, int&) {
          parts.submit(spends(2));
          counted_work::spend(1);
          parts.submit(spends(60));
        });
        tasks.submit(write(y), spends(4));
        tasks.submit(read(y), write(x), spends(8));
        tasks.wait();
      },
      75, 1 + 60 + 8);
}

TEST_CASE("deferred accesses and priorities") {
  check(
      [](auto& tasks) {
        static handle<int> x(0), y(0);
        tasks.submit(write(x), spends(50));
        for (const std::uint64_t each : {10U, 90U})
          tasks.submit(reduce_in_order(x), [each](int&) { counted_work::spend(each); });
        tasks.submit(read(x), write(y), spends(5));
        tasks.submit(priority(2), read(y), spends(6));
        tasks.wait();
      },
      50 + 10 + 90 + 5 + 6, 90 + 5 + 6);
}

TEST_CASE("several rounds, and handles that come and go at the same place") {
  counted sched(1);
  basic_flow tasks(sched);
  for (int round = 0; round < 3; ++round) {
    sched.run([&](auto& /*worker*/) {  // by the calling thread, whose clock is read
      handle<int> x(0);
      tasks.submit(write(x), spends(10));
      tasks.submit(read(x), spends(1));
      tasks.wait();
    });
  }
  const auto seen = sched.observer().take();
  CHECK(trace::graph_reader::read(seen).span == 11);  // of rounds it knows nothing
  CHECK(replay::read_program(seen).work() == 33);

  measured again(2);
  for (int round = 0; round < 3; ++round) {
    const auto found = measured_in(again, [](auto& some) {
      handle<int> x(0);
      some.submit(write(x), spends(10));
      some.submit(read(x), spends(1));
      some.wait();
    });
    CHECK(found.work == 11 * static_cast<std::uint64_t>(round + 1));
    CHECK(found.span == 11);
  }
}

TEST_CASE("each task along the data begins late by the burden") {
  measured sched(2);
  sched.observer().set_burden(1000);
  const auto found = measured_in(sched, [](auto& tasks) {
    handle<int> x(0);
    for (int i = 0; i < 5; ++i) tasks.submit(write(x), spends(10));
    tasks.wait();
  });
  CHECK(found.span == 50);
  CHECK(found.burdened_span == 1000 + 5 * 1010);  // the one that submits them is late, too
}

TEST_CASE("a task of a graph that runs again waits for all that come before it, in each round") {
  counted sched(1);
  basic_flow_graph graph(sched);
  handle<int> a(0), b(0), c(0), sum(0);
  graph.submit(write(a), spends(10));
  graph.submit(write(b), spends(7));
  graph.submit(read(a), read(b), write(c), spends(5));
  graph.submit(read(c), add(sum), spends(2));
  graph.submit(read(c), add(sum), spends(3));  // one after another
  graph.submit(read(b), spends(1));
  sched.run([&](auto& /*worker*/) { graph.run(3); });  // by the calling thread, whose clock is read
  const figures found = figures_of(sched.observer().take());
  CHECK(found.work == 3 * 28);
  CHECK(found.span == 3 * 20);
}

}  // namespace data_test
