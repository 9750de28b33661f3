// All workers are inside tasks that wait for another thread, in ways that are not seen, and that one waits for tasks of
// its own (docs/internals/verification/bugs-of-others.md: wait-for-strangers). A wait that does not end is caught by
// ctest's timeout.
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/sizes.hpp"

namespace standstill_test {

using namespace jackdaw;

namespace {

/// Something that happens once, or several times.
class event {
 public:
  void happens() {
    ++count_;
    count_.notify_all();
  }
  void await(unsigned times = 1) const {
    for (unsigned seen = count_; seen < times; seen = count_) count_.wait(seen);
  }

 private:
  std::atomic<unsigned> count_{0};
};

/// A run of another thread, with so many tasks that wait for computed(), one for each worker, and `more`.
class waiting_run {
 public:
  explicit waiting_run(scheduler& on, unsigned more = 0, const std::function<void(worker&)>& then = {})
      : thread_([this, &on, more, then] {
          on.run([&](worker& w) {
            for (unsigned i = 0; i < on.workers() + more; ++i) {
              w.put([&](worker& v) {
                inside_.happens();
                computed_.await();
                if (then) then(v);
              });
            }
          });
        }) {
    inside_.await(on.workers());
  }
  ~waiting_run() {
    computed_.happens();
    thread_.join();
  }
  void computed() { computed_.happens(); }

 private:
  event inside_;
  event computed_;
  std::thread thread_;
};

void for_each_number(const std::function<void(scheduler&)>& check) {
  for (const unsigned workers : {1U, 2U, 3U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    check(sched);
    CHECK(sched.run([] { return 7; }) == 7);
  }
}

}  // namespace

TEST_CASE("wait-for-strangers: wait() of a flow and of a handle while all workers wait for the caller") {
  for_each_number([](scheduler& sched) {
    for (int round = 0; round < tests::scaled(2); ++round) {
      const waiting_run others(sched);
      flow tasks(sched);
      handle<int> sum(0);
      for (int i = 0; i < 10; ++i) tasks.submit(write(sum), [](int& x) { ++x; });
      tasks.wait(sum);
      CHECK(sum.value() == 10);
      tasks.submit(write(sum),
                   [](int& x) { x += parallel_reduce(0, 100, 0, [](int) { return 1; }, std::plus<>()); });
      tasks.wait();
      CHECK(sum.value() == 110);
    }
  });
}

TEST_CASE("wait-for-strangers: the room of a flow, and its end") {
  for_each_number([](scheduler& sched) {
    const waiting_run others(sched);
    std::atomic<int> done{0};
    {
      flow tasks(sched, 10);
      for (int i = 0; i < 100; ++i) tasks.submit([&] { ++done; });
    }
    CHECK(done == 100);
  });
}

TEST_CASE("wait-for-strangers: tasks that put tasks, join, and wait for groups and flows inside") {
  for_each_number([](scheduler& sched) {
    const waiting_run others(sched);
    std::atomic<int> done{0};
    flow tasks(sched);
    for (int i = 0; i < 5; ++i) {
      tasks.submit([&] {
        join([&] { ++done; }, [&] { ++done; });
        task_group group;
        for (int j = 0; j < 10; ++j) group.spawn([&] { ++done; });
        group.wait();
        flow inner(sched);
        for (int j = 0; j < 10; ++j) inner.submit([&] { ++done; });
        inner.wait();
        parallel_for(0, 100, [&](int) { ++done; });
      });
    }
    tasks.wait();
    CHECK(done == 5 * 122);
  });
}

TEST_CASE(
    "wait-for-strangers: a chain of threads, each of which waits for a task that waits for the next one") {
  for_each_number([](scheduler& sched) {
    constexpr std::size_t length = working::reserve_threads::most;
    std::vector<event> over(length + 1);
    over[length].happens();
    waiting_run others(sched);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < length; ++i) {
      threads.emplace_back([&, i] {
        flow tasks(sched);
        if (i + 1 < length)
          tasks.submit([&] { over[i + 1].await(); });
        else
          tasks.submit([] {});
        tasks.wait();
        over[i].happens();
      });
    }
    over[0].await();
    others.computed();
    for (auto& each : threads) each.join();
  });
}

TEST_CASE("wait-for-strangers: more tasks of strangers wait than there are workers") {
  for_each_number([](scheduler& sched) {
    const waiting_run others(sched, working::reserve_threads::most - 1);
    flow tasks(sched);
    handle<int> a(0);
    tasks.submit(write(a), [](int& x) { x = 1; });
    tasks.wait();
    CHECK(a.value() == 1);
  });
}

TEST_CASE("wait-for-strangers: tasks of two schedulers wait for each other's flows") {
  for_each_number([](scheduler& one) {
    scheduler two(one.workers());
    event inside;
    std::atomic<unsigned> done{0};
    const auto wait_for_other = [&](scheduler& own, scheduler& other) {
      own.run([&](worker& w) {
        for (unsigned i = 0; i < own.workers(); ++i) {
          w.put([&] {
            inside.happens();
            inside.await(2 * own.workers());
            flow tasks(other);
            tasks.submit([&] { ++done; });
            tasks.wait();
          });
        }
      });
    };
    std::thread beside([&] { wait_for_other(two, one); });
    wait_for_other(one, two);
    beside.join();
    CHECK(done == 2 * one.workers());
  });
}

TEST_CASE("wait-for-strangers: no thread but that of the scheduler itself executes what waits") {
  scheduler sched(1);
  event inside;
  event computed;
  flow theirs(sched);
  theirs.submit([&] {
    inside.happens();
    computed.await();
  });
  inside.await();
  flow own(sched);
  handle<int> a(0);
  own.submit(write(a), [](int& x) { x = 1; });
  own.wait();
  CHECK(a.value() == 1);
  computed.happens();
  theirs.wait();
}

TEST_CASE("wait-for-strangers: a failure beside blocked workers is told, and the scheduler goes on") {
  for_each_number([](scheduler& sched) {
    const waiting_run others(sched);
    flow tasks(sched);
    tasks.submit([] { throw 1; });
    CHECK_THROWS_AS(tasks.wait(), flow_error);
  });
}

TEST_CASE("wait-for-strangers: a task that has a number waits for one that asks for a number") {
  for_each_number([](scheduler& sched) {
    waiting_run others(sched);
    flow tasks(sched);
    std::atomic<int> wrong{0};
    const auto asks = [&](worker& w) { wrong += w.id() < sched.workers() ? 0 : 1; };
    const auto waits = [&](worker& w) {
      asks(w);
      event begun;
      const auto begins = [&](worker& v) {
        begun.happens();
        asks(v);
      };
      task_group group(w);
      group.spawn(w, begins);
      begun.await();  // another one has it
      group.wait();
    };
    tasks.submit([&] {
      others.computed();
      join([] {}, waits);
    });
    tasks.wait();
    CHECK(wrong == 0);
  });
}

TEST_CASE("wait-for-strangers: a task that asks for its number gets one that no other task has meanwhile") {
  for_each_number([](scheduler& sched) {
    for (int round = 0; round < tests::scaled(6); ++round) {
      std::vector<std::atomic<int>> holders(sched.workers());
      std::atomic<int> wrong{0};
      const auto hold = [&](worker& w) {
        if (w.id() >= sched.workers() || ++holders[w.id()] != 1) ++wrong;
        for (int i = 0; i < 100; ++i) std::this_thread::yield();
        --holders[w.id()];
      };
      std::atomic<unsigned> numbers{0};
      {
        waiting_run others(sched, 1, hold);
        flow tasks(sched);
        for (int i = 0; i < 4; ++i) {
          tasks.submit([&] {
            others.computed();
            join([] {},
                 [&](worker& w) {
                   hold(w);
                   ++numbers;
                 });
          });
        }
        tasks.wait();
      }
      CHECK(numbers == 4);
      CHECK(wrong == 0);
    }
  });
}

TEST_CASE("wait-for-strangers: a worker that spins for the caller") {
  scheduler sched(1);
  std::atomic<bool> inside{false};
  std::atomic<bool> computed{false};
  std::thread others([&] {
    sched.run([&] {
      for (inside = true; !computed;) std::this_thread::yield();
    });
  });
  while (!inside) std::this_thread::yield();
  flow tasks(sched);
  handle<int> a(0);
  tasks.submit(write(a), [](int& x) { x = 1; });
  tasks.wait();
  CHECK(a.value() == 1);
  computed = true;
  others.join();
}

}  // namespace standstill_test
