// What a waiting worker runs (docs/internals/verification/bugs-of-others.md: lock-reentry, priority-inversion).
#include <atomic>
#include <chrono>
#include <thread>
#include <type_traits>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace waiting_test {

using namespace jackdaw;
using tests::scaled;

namespace {

void until(const std::atomic<int>& count, int value) {
  while (count.load() < value) std::this_thread::yield();
}

thread_local bool holds_the_lock = false;

}  // namespace

TEST_CASE(
    "lock-reentry: an isolated wait runs no task from outside, also when what it waits for was stolen") {
  for (int round = 0; round < scaled(20); ++round) {
    scheduler three(3);
    std::atomic<int> reentered{0};
    std::atomic<int> others{0};
    std::atomic<int> started{0};
    three.run([&](worker& w) {
      task_group outside(w);
      for (int i = 0; i < 60; ++i) {
        outside.spawn(w, [&] {
          if (holds_the_lock) ++reentered;
          ++others;
          tests::work(20000);
        });
      }
      isolate(w, [&](worker& v) {
        holds_the_lock = true;
        join(
            v, [&] { until(started, 1); },  // another worker has it; the third has tasks from outside
            [&] {
              ++started;
              tests::work(scaled(2000000));
            });
        task_group inside(v);
        for (int i = 0; i < 20; ++i) inside.spawn(v, [] { tests::work(500); });
        inside.wait();
        parallel_for(v, 0, 1000, [](int) { tests::work(10); });
        holds_the_lock = false;
      });
      outside.wait();
    });
    CHECK(reentered == 0);
    CHECK(others == 60);
  }
}

TEST_CASE("lock-reentry: what an isolated worker calls its own begins above the mark, private or public") {
  for (const bool answered : {false, true}) {
    CAPTURE(answered);
    pool::split_pool pool(2);
    task outside;
    task mark;
    task inside;
    static_cast<void>(pool.put(0, outside));
    const task* const before = pool.isolate(0, &mark);
    static_cast<void>(pool.put(0, mark));
    static_cast<void>(pool.put(0, inside));
    if (answered) {  // now all lies in the ring
      for (int i = 0; i < 2; ++i) {
        pool.request_work(0);
        pool.answer_steal_request(0);
      }
    }
    CHECK(pool.isolated(0));
    CHECK(pool.get_own(0) == &inside);
    CHECK(pool.get_own(0) == nullptr);
    pool.isolate(0, before);
    CHECK(!pool.isolated(0));
    CHECK(pool.get_own(0) == &mark);
    CHECK(pool.get_own(0) == &outside);
    CHECK(pool.get_own(0) == nullptr);
  }
}

TEST_CASE(
    "lock-reentry: what a surplus worker holds is done although the only other one waits in isolation") {
  const auto caller = std::this_thread::get_id();
  for (int round = 0; round < scaled(10); ++round) {
    scheduler two(2);
    std::atomic<int> spawned{0};
    std::atomic<int> stolen{0};
    std::atomic<int> done{0};
    constexpr int tasks = 16;
    tests::run_on_first(two, [&](worker& w) {
      isolate(w, [&](worker& v) {
        task_group group(v);
        group.spawn(v, [&] {  // the other worker's, until there is a batch to take
          ++stolen;
          until(spawned, tasks);
        });
        until(stolen, 1);
        for (int i = 0; i < tasks; ++i) {
          v.engine().pool().request_work(v.id());
          group.spawn(v, [&] {
            ++done;
            if (std::this_thread::get_id() != caller && stolen.exchange(2) == 1) two.allow_workers(1);
          });
          ++spawned;
        }
        until(stolen, 2);  // now the others of its batch are for that worker alone
        group.wait();
      });
    });
    CHECK(done == tasks);
  }
}

TEST_CASE(
    "lock-reentry: the same when another surplus worker rests, and with a task from outside in an inbox") {
  for (int round = 0; round < scaled(10); ++round) {
    scheduler three(3);
    flow outside(three);
    handle<int> brought(0);
    std::atomic<int> started{0};
    std::atomic<int> spawned{0};
    std::atomic<int> limited{0};
    std::atomic<int> done{0};
    constexpr int tasks = 16;
    tests::run_on_first(three, [&](worker& w) {
      isolate(w, [&](worker& v) {
        task_group group(v);
        for (int other = 1; other <= 2; ++other) {  // worker 1 leaves as surplus, worker 2 takes a batch
          group.spawn(v, [&](worker& u) {
            ++started;
            u.id() == 1 ? until(limited, 1) : until(spawned, tasks);
          });
          until(started, other);
        }
        for (int i = 0; i < tasks; ++i) {
          v.engine().pool().request_work(v.id());
          group.spawn(v, [&](worker& u) {
            ++done;
            if (u.id() == 2 && limited.exchange(1) == 0) three.allow_workers(1);
          });
          ++spawned;
        }
        until(limited, 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));  // most likely worker 1 is gone by now
        if (round % 2 == 1)
          std::thread([&] { outside.submit(write(brought), [](int& count) { ++count; }); }).join();
        group.wait();
      });
    });
    outside.wait();
    CHECK(done == tasks);
    CHECK(brought.value() == round % 2);
  }
}

TEST_CASE("isolation ends with its scope, nests, passes results and exceptions, and works from any thread") {
  tests::for_each_size([](scheduler& sized) {
    std::atomic<int> ran{0};
    sized.run([&](worker& w) {
      task_group outside(w);
      for (int i = 0; i < 10; ++i) outside.spawn(w, [&] { ++ran; });
      const int value = isolate(w, [&](worker& v) {
        return isolate(v, [&](worker& u) {
          u.put([&] { ++ran; });  // not waited for inside; run() waits for it
          const auto [a, b] = join(u, [] { return 1; }, [] { return 2; });
          return a + b;
        });
      });
      CHECK(value == 3);
      CHECK_THROWS_AS(isolate(w, [] { throw 1; }), int);
      outside.wait();
    });
    CHECK(ran == 11);
  });
  CHECK(isolate([] { return 7; }) == 7);
  // A reference becomes a value, with a worker and without one.
  static const int kept = 8;
  const auto get = []() -> const int& { return kept; };
  static_assert(std::is_same_v<decltype(isolate(std::declval<worker&>(), get)), int>);
  static_assert(std::is_same_v<decltype(isolate(get)), int>);
  CHECK(isolate(get) == kept);
}

TEST_CASE("priority-inversion: a worker that waits for a group helps the workers that have its tasks first") {
  for (int round = 0; round < scaled(20); ++round) {
    scheduler three(3);
    std::atomic<int> taken{0};       // the task runs at its thief
    std::atomic<int> long_ones{0};   // the third worker has put its tasks
    std::atomic<int> short_done{0};  // of the thief's subtree
    std::atomic<int> too_early{0};
    std::atomic<int> over{0};
    constexpr int shorts = 30;
    three.run(
        [&](worker& w) {
          task_group group(w);
          group.spawn(w, [&](worker& v) {
            task_group below(v);
            for (int i = 0; i < shorts; ++i) below.spawn(v, [&] { ++short_done; });
            ++taken;
            until(short_done, shorts);  // by the one that waits for this task
            below.wait();
          });
          until(taken, 1);
          until(long_ones, 1);
          group.wait();
          ++over;
        },
        [&](worker& v) {
          until(taken, 1);  // now all three workers have something to do
          task_group group(v);
          for (int i = 0; i < 30; ++i) {
            group.spawn(v, [&] {
              if (short_done < shorts) ++too_early;
            });
          }
          ++long_ones;
          until(over, 1);
          group.wait();
        });
    CHECK(too_early == 0);
  }
}

TEST_CASE("priority-inversion: a worker that waits for a stolen branch helps its thief first") {
  for (int round = 0; round < scaled(20); ++round) {
    scheduler three(3);
    std::atomic<int> taken{0};       // the branch runs at its thief
    std::atomic<int> long_ones{0};   // the third worker has put its tasks
    std::atomic<int> short_done{0};  // of the thief's subtree
    std::atomic<int> too_early{0};
    std::atomic<int> over{0};
    constexpr int shorts = 30;
    three.run(
        [&](worker& w) {
          join(
              w,
              [&] {
                until(taken, 1);
                until(long_ones, 1);
              },
              [&](worker& v) {
                task_group group(v);
                for (int i = 0; i < shorts; ++i) group.spawn(v, [&] { ++short_done; });
                ++taken;
                until(short_done, shorts);  // by the one that waits for this branch
                group.wait();
              });
          ++over;
        },
        [&](worker& v) {
          until(taken, 1);  // now all three workers have something to do
          task_group group(v);
          for (int i = 0; i < 30; ++i) {
            group.spawn(v, [&] {
              if (short_done < shorts) ++too_early;
            });
          }
          ++long_ones;
          until(over, 1);
          group.wait();
        });
    CHECK(too_early == 0);
  }
}

}  // namespace waiting_test
