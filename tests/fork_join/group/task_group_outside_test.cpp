// Groups that are made without a worker: in tasks, in threads that are in none, and where that cannot be.
#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/pools.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace task_group_outside_test {

using namespace jackdaw;
using tests::scaled;

TEST_CASE("results are there after wait, with the worker and without, inside of tasks and outside") {
  const auto use = [](task_group& group, auto&... w) {
    std::string text;
    double number = 0;
    std::vector<long> squares(static_cast<std::size_t>(scaled(1000)));
    for (std::size_t i = 0; i < squares.size(); ++i)
      group.spawn(w..., [i] { return static_cast<long>(i * i); }, squares[i]);
    group.spawn(w..., [](worker& v) { return v.id() * 0 + 0.5; }, number);
    const auto named = [] { return "two"; };
    group.spawn(w..., named, text);
    group.wait();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < squares.size(); ++i) wrong += squares[i] != static_cast<long>(i * i) ? 1 : 0;
    CHECK(wrong == 0);
    CHECK(text == "two");
    CHECK(number == 0.5);
  };
  tests::for_each_size([&](scheduler& sized) {
    sized.run([&](worker& w) {
      task_group group(w);
      use(group, w);
      use(group);
      task_group here;
      use(here);
    });
  });
  task_group outside;
  use(outside);
  use(outside);
}

TEST_CASE("threads that are in no task: nested tasks, exceptions, several threads at once") {
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < scaled(200); ++round) {
        std::atomic<int> ran{0};
        task_group group;
        for (int i = 0; i < 10; ++i) {
          group.spawn([&] {
            group.spawn([&] { ++ran; });
            task_group inner;
            inner.spawn([&] { ++ran; });
          });
        }
        group.wait();
        wrong += ran != 20 ? 1 : 0;
        group.spawn([] { throw std::out_of_range("one"); });
        try {
          group.wait();
          ++wrong;
        } catch (const std::out_of_range&) {}
        group.spawn([&] { ++ran; });  // awaited by the destructor
      }
    });
  }
  for (auto& caller : callers) caller.join();
  CHECK(wrong == 0);
  tests::check_usable(default_scheduler());
}

TEST_CASE("a group outside of tasks that is gone as soon as its last task is over (join-after-free)") {
  std::atomic<int> sum{0};
  const int rounds = scaled(5000);
  for (int i = 0; i < rounds; ++i) {
    auto group = std::make_unique<task_group>();  // on the heap, so that its end is seen
    group->spawn([&sum, i] {
      tests::work(i % 64);
      ++sum;
    });
    tests::work(i % 32);
    group->wait();
  }
  CHECK(sum == rounds);
}

TEST_CASE("a task of a group that waits for it is refused, as it would wait for itself") {
  tests::for_each_size([](scheduler& sized) {
    const auto waits = [](task_group& group) {
      std::atomic<int> refused{0};
      for (int i = 0; i < 20; ++i)
        group.spawn([&] {
          CHECK_THROWS_AS(group.wait(), std::logic_error);
          // The same in what such a task calls, also where another wait executes it.
          task_group inner;
          inner.spawn([&] { CHECK_THROWS_AS(group.wait(), std::logic_error); });
          inner.wait();
          ++refused;
        });
      group.wait();
      CHECK(refused == 20);
    };
    sized.run([&](worker& w) {
      task_group group(w);
      waits(group);
      waits(group);  // and its maker may still wait
    });
    task_group outside;
    waits(outside);
  });
}

TEST_CASE("a task of a group that waits for it is refused also where another wait of the maker executes it") {
  scheduler two(2);
  two.run([](worker& w) {
    std::atomic<bool> begun{false}, ran{false};
    task_group other(w);
    other.spawn([&] {
      begun = true;
      while (!ran) std::this_thread::yield();
    });
    while (!begun) std::this_thread::yield();  // the other worker has it, so the next task stays here
    task_group group(w);
    group.spawn([&] {
      CHECK_THROWS_AS(group.wait(), std::logic_error);
      ran = true;
    });
    other.wait();
    group.wait();  // and the maker is not refused
  });
}

TEST_CASE("a group of another scheduler, or of another kind, is refused in one clear sentence") {
  using other_kind = basic_scheduler<pool::split_pool, working::wake_every_put, memory::cgbkof>::worker_type;
  CHECK_THROWS_AS(basic_task_group<other_kind>(), std::logic_error);
  scheduler first(2);
  scheduler second(2);
  first.run([&](worker& w) {
    task_group group(w);
    second.run([&] { CHECK_THROWS_AS(group.spawn([] {}), std::logic_error); });
    std::thread([&] { CHECK_THROWS_AS(group.spawn([] {}), std::logic_error); }).join();
    group.wait();
  });
  task_group outside;
  second.run([&] { CHECK_THROWS_AS(outside.spawn([] {}), std::logic_error); });
  std::atomic<bool> refused{false};
  while (!refused) {
    default_scheduler().run([&] {                                // where it may spawn, but not wait
      if (default_scheduler().worker_here() == nullptr) return;  // its turn came late, so it is beside
      outside.spawn([&] {
        while (!refused) std::this_thread::yield();
      });
      CHECK_THROWS_AS(outside.wait(), std::logic_error);
      refused = true;
    });
  }
}

TEST_CASE("wait-for-strangers: groups, loops and joins beside a run that waits for them") {
  std::atomic<int> begun{0};
  std::atomic<bool> released{false};
  std::thread runner([&] {
    default_scheduler().run([&] {
      ++begun;
      begun.notify_all();
      released.wait(false);
    });
  });
  begun.wait(0);
  std::atomic<int> sum{0};
  parallel_for(0, 100, [&](int i) { sum += i; });
  CHECK(sum == 4950);
  const auto [one, two] = join([] { return 1; }, [] { return 2; });
  CHECK(one + two == 3);
  if (default_scheduler().workers() > 1) {  // else the only worker is in the run
    task_group group;
    for (int i = 0; i < 10; ++i) group.spawn([&] { ++sum; });
    group.wait();
    CHECK(sum == 4960);
    group.spawn([] { throw 7; });
    CHECK_THROWS_AS(group.wait(), int);
  }
  released = true;
  released.notify_all();
  runner.join();
}

TEST_CASE("mutual-install: the friendly forms in a task of a scheduler of another kind") {
  using other_kind = basic_scheduler<pool::split_pool, working::wake_every_put, memory::cgbkof>;
  other_kind other(2);
  std::atomic<int> done{0};
  default_scheduler().run([&] {
    std::atomic<int> there{0};
    const auto back = [&] {
      for (++there; there != 2;) std::this_thread::yield();  // one on each worker of the other
      parallel_for(0, 10, [&](int) { ++done; });
      join([&] { ++done; }, [&] { ++done; });
      flow tasks(default_scheduler());
      if (default_scheduler().workers() == 1) return;  // whose only worker waits here
      tasks.submit([&] { ++done; });
      tasks.wait();
      task_group group;
      group.spawn([&] { ++done; });
      group.wait();
    };
    other.run(back, back);
  });
  CHECK(done == 2 * (default_scheduler().workers() > 1 ? 14 : 12));
}

TEST_CASE("nobody-behind: tasks of a group run although no thread waits for it") {
  std::atomic<unsigned> there{0};
  const unsigned workers = default_scheduler().workers();
  task_group group;
  for (unsigned i = 0; i < workers; ++i) {
    group.spawn([&] {
      for (++there; there < workers;) std::this_thread::yield();
    });
  }
  while (there < workers) std::this_thread::yield();
  group.wait();
}

TEST_CASE("wait-for-strangers: a group outside of tasks while all workers wait for its thread") {
  scheduler& all = default_scheduler();
  std::atomic<unsigned> inside{0};
  std::atomic<bool> computed{false};
  std::thread others([&] {
    all.run([&](worker& w) {
      for (unsigned i = 0; i < all.workers(); ++i) {
        w.put([&] {
          ++inside;
          inside.notify_all();
          computed.wait(false);
        });
      }
    });
  });
  for (unsigned seen = inside; seen < all.workers(); seen = inside) inside.wait(seen);
  std::atomic<int> ran{0};
  task_group group;
  for (int i = 0; i < 10; ++i) group.spawn([&] { ++ran; });
  group.wait();
  CHECK(ran == 10);
  computed = true;
  computed.notify_all();
  others.join();
}

}  // namespace task_group_outside_test
