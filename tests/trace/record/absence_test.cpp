// What a worker misses is noticed at the event after it, and is neither work nor span.
#include <atomic>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/measure/work_span.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/losses.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>

namespace absence_test {

using namespace jackdaw;
using trace::event;
using trace::what;

namespace {

constexpr std::uint64_t ms = 1'000'000;
constexpr std::uint64_t us = 1'000;

/// A machine with one thread, whose time goes on when the test says so. A unit is a nanosecond.
struct told_clock {
  inline static std::uint64_t wall = 0;
  inline static std::uint64_t cpu = 0;
  inline static std::uint64_t others = 0;  // CPU time of other threads
  inline static base::thread_switches switches{};
  inline static int looks = 0;
  inline static std::uint64_t interrupted = 0;  // the next reading, for so long

  static void works(std::uint64_t time) {
    wall += time;
    cpu += time;
  }
  static void is_preempted(std::uint64_t time) {
    wall += time;
    ++switches.forced;
  }
  static void waits(std::uint64_t time) {
    wall += time;
    ++switches.voluntary;
  }

  [[nodiscard]] static std::uint64_t now() noexcept { return wall; }
  [[nodiscard]] double nanoseconds_per_tick() const noexcept { return 1; }
  [[nodiscard]] static base::thread_times times_of_thread() noexcept {
    ++looks;
    const base::thread_times read{&looks, wall, cpu};
    if (interrupted != 0) is_preempted(std::exchange(interrupted, 0));
    return read;
  }
  [[nodiscard]] static base::thread_switches switches_of_thread() noexcept { return switches; }
  [[nodiscard]] static std::uint64_t process_cpu() noexcept { return cpu + others; }
};

using recorder = trace::basic_recorder<told_clock>;
using work_span = measure::basic_work_span<told_clock>;

/// Worker 0 of an observer, which runs tasks by hand.
template <class Observer>
struct one_worker {
  one_worker() { told_clock::works(ms); }  // times that are not 0

  Observer seen{1};
  task of{[](task&, void*, task_verb) noexcept {}};

  void run(auto body) {
    typename Observer::note n{};
    seen.task_created(0, of, n);
    seen.worker_busy(0);
    const auto outer = seen.task_started(0, of, n);
    body();
    seen.task_finished(0, outer);
    seen.worker_idle(0);
  }
  /// An event inside a task.
  void happens() {
    typename Observer::note n{};
    seen.task_created(0, of, n);
  }
};

std::uint64_t work_of(const trace::recording& seen) { return trace::graph_reader::read(seen).work; }

std::uint64_t count(const trace::recording& seen, what kind) {
  std::uint64_t sum = 0;
  for (const event& each : seen.workers[0]) sum += each.happened() == kind ? 1U : 0U;
  return sum;
}

}  // namespace

TEST_CASE("time in which a task is preempted is neither work nor span, and is told") {
  one_worker<recorder> one;
  one.run([&] {
    told_clock::works(300 * us);
    one.happens();
    told_clock::works(ms);
    told_clock::is_preempted(20 * ms);
    told_clock::works(ms);
  });
  const trace::recording seen = one.seen.take();
  const trace::graph order = trace::graph_reader::read(seen);
  CHECK(order.work == 2 * ms + 300 * us);
  CHECK(order.span == order.work);
  CHECK(trace::losses::of(seen).preempted == 20 * ms);
  CHECK(trace::losses::of(seen).in_tasks == 20 * ms);
  CHECK(trace::losses::of(seen).blocked == 0);
}

TEST_CASE("each stretch of a long task has its own") {
  one_worker<recorder> one;
  one.run([&] {
    for (int i = 0; i < 3; ++i) {
      told_clock::works(ms);
      told_clock::is_preempted(2 * ms);
      one.happens();
      told_clock::works(ms);
      told_clock::waits(3 * ms);
      one.happens();
    }
  });
  const trace::recording seen = one.seen.take();
  CHECK(work_of(seen) == 6 * ms);
  CHECK(count(seen, what::preempted) == 3);
  CHECK(count(seen, what::blocked) == 3);
  CHECK(trace::losses::of(seen).preempted == 6 * ms);
  CHECK(trace::losses::of(seen).blocked == 9 * ms);
}

TEST_CASE("a short task that is interrupted is noticed, and short ones are not looked at each time") {
  one_worker<recorder> one;
  one.run([&] {
    told_clock::looks = 0;
    for (int i = 0; i < 1000; ++i) {
      told_clock::works(us);
      if (i == 700) told_clock::is_preempted(4 * ms);
      one.happens();
    }
    CHECK(told_clock::looks <= 1 + 1000 / 50);
  });
  const trace::recording seen = one.seen.take();
  CHECK(work_of(seen) == ms);
  CHECK(count(seen, what::preempted) == 1);
}

TEST_CASE("a reading that is interrupted itself does not make the next ones rare") {
  one_worker<recorder> one;
  told_clock::interrupted = 20 * ms;
  one.run([&] {
    for (int i = 0; i < 10; ++i) {
      told_clock::works(ms);
      told_clock::is_preempted(2 * ms);
      one.happens();
    }
  });
  const trace::recording seen = one.seen.take();
  CHECK(work_of(seen) == 10 * ms);
}

TEST_CASE("what many short stretches have missed is not counted to a later long one") {
  one_worker<recorder> one;
  one.run([&] {
    for (int i = 0; i < 10'000; ++i) {
      told_clock::works(us);
      told_clock::is_preempted(50);
      one.happens();
    }
    told_clock::works(5 * ms);
  });
  const trace::recording seen = one.seen.take();
  CHECK(trace::losses::of(seen).preempted == 0);
  CHECK(work_of(seen) == 5 * ms + 10'000 * (us + 50));
}

TEST_CASE("sleep for lack of work is not taken for being preempted") {
  one_worker<recorder> one;
  auto& sleeper = one.seen.listener_of(0);
  one.run([&] {
    one.seen.wait_begun(0);
    sleeper.parked();
    told_clock::waits(7 * ms);
    sleeper.woken();
    one.seen.wait_over(0);
    told_clock::works(2 * ms);
    sleeper.parked();  // of a run inside the task
    told_clock::waits(9 * ms);
    sleeper.woken();
    told_clock::works(ms);
  });
  const trace::recording seen = one.seen.take();
  CHECK(work_of(seen) == 3 * ms);
  CHECK(trace::losses::of(seen).asleep == 16 * ms);
  CHECK(trace::losses::of(seen).preempted + trace::losses::of(seen).blocked == 0);
}

TEST_CASE("work and span of an observer without a recording leave out the same") {
  one_worker<work_span> one;
  one.run([&] {
    told_clock::works(ms);
    told_clock::is_preempted(20 * ms);
    one.happens();
    told_clock::works(2 * ms);
    told_clock::waits(5 * ms);
  });
  CHECK(one.seen.result().work == 3 * ms);
  CHECK(one.seen.result().span == 3 * ms);
}

TEST_CASE("CPU time of threads that are no workers was not seen") {
  one_worker<recorder> one;
  one.run([&] {
    told_clock::works(10 * ms);
    told_clock::others += 30 * ms;
  });
  told_clock::works(ms);  // after the last task, by the same thread
  const trace::recording seen = one.seen.take();
  CHECK(seen.cpu.process == 41 * ms);
  CHECK(seen.cpu.unseen() == 30 * ms);
  told_clock::others += 5 * ms;  // while nothing is recorded
  one.run([] { told_clock::works(ms); });
  CHECK(one.seen.take().cpu.unseen() == 0);
}

TEST_CASE("a call without a worker inside an observed task is told as a run that was not seen") {
  using observed =
      basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder>;
  observed scheduler(2);
  scheduler.run([] { parallel_for(0, 1000, [](int) {}); });
  const trace::recording seen = scheduler.observer().take();
  CHECK(trace::read_history(seen).tasks.size() == 1);
  CHECK(trace::losses::of(seen).runs_inside == 1);
  CHECK(trace::read_history(seen).runs_inside.size() == 1);
  scheduler.run([](auto& worker) { parallel_for(worker, 0, 100'000, [](int) {}); });
  const trace::recording handed_down = scheduler.observer().take();
  CHECK(trace::losses::of(handed_down).runs_inside == 0);
  CHECK(trace::read_history(handed_down).tasks.size() > 1);
}

// Under ThreadSanitizer: what the sleeper writes is not what the reader reads or writes.
TEST_CASE_TEMPLATE("an idle worker may fall asleep and wake up while the results are taken", Observer,
                   recorder, work_span) {
  one_worker<Observer> one;  // this thread works as worker 0, and later another one sleeps as it
  for (int round = 0; round < 3; ++round) {
    one.run([&] {
      told_clock::works(ms);
      one.happens();
    });
    std::atomic<bool> asleep{false};
    std::thread sleeper([&] {
      const base::tally_scope as_worker(one.seen.tally_of(0));
      for (int i = 0; i < 100; ++i) {
        { const base::tally::sleep idle; }
        asleep.store(true, std::memory_order_relaxed);
      }
    });
    while (!asleep.load(std::memory_order_relaxed)) std::this_thread::yield();
    if constexpr (std::is_same_v<Observer, recorder>) {
      CHECK(work_of(one.seen.take()) == ms);
    } else {
      CHECK(one.seen.result().work == ms);
      one.seen.reset();
    }
    sleeper.join();
  }
}

}  // namespace absence_test
