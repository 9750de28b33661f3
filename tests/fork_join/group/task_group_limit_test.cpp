// Groups whose waiting tasks are limited: how many there are, and that the limit holds nobody up for ever.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace task_group_limit_test {

using namespace jackdaw;
using tests::scaled;

namespace {

/// How many tasks are there, and the most that there have been after a spawn.
struct open_tasks {
  std::atomic<int> now{0};
  int most = 0;
};

/// Spawns `count` tasks into a group that is limited to `limit`.
void spawn_many(task_group& group, open_tasks& open, int count, std::atomic<int>& ran, auto&... w) {
  for (int i = 0; i < count; ++i) {
    ++open.now;
    group.spawn(w..., [&] {
      ++ran;
      --open.now;
    });
    open.most = std::max(open.most, open.now.load());
  }
}

}  // namespace

TEST_CASE("a thread that is in no task: no more tasks wait than the limit allows") {
  const int count = scaled(20'000);
  for (const int limit : {1, 2, 7, 100}) {
    CAPTURE(limit);
    open_tasks open;
    std::atomic<int> ran{0};
    task_group group;
    group.limit_tasks(static_cast<std::uint64_t>(limit));
    for (int round = 1; round <= 2; ++round) {
      spawn_many(group, open, count, ran);
      group.wait();
      CHECK(ran == round * count);
    }
    CHECK(open.most <= limit);
  }
}

TEST_CASE("a limit of 0 counts as 1") {
  open_tasks open;
  std::atomic<int> ran{0};
  task_group group;
  group.limit_tasks(0);
  spawn_many(group, open, 100, ran);
  group.wait();
  CHECK(ran == 100);
  CHECK(open.most == 1);
}

TEST_CASE("a task on the only worker: it executes tasks before it spawns more") {
  const int count = scaled(20'000);
  scheduler one(1);
  for (const int limit : {1, 3, 50}) {
    CAPTURE(limit);
    one.run([&](worker& w) {
      open_tasks open;
      std::atomic<int> ran{0};
      task_group group(w);
      group.limit_tasks(static_cast<std::uint64_t>(limit));
      for (int round = 1; round <= 3; ++round) {
        spawn_many(group, open, count, ran, w);
        CHECK(open.now <= limit);
        group.wait();
        CHECK(ran == round * count);
        spawn_many(group, open, 1, ran);  // without the worker
        group.wait();
        --ran;
      }
      CHECK(open.most <= limit);
    });
  }
}

TEST_CASE("several workers: what others have taken does not hold up the task that spawns, and all is done") {
  tests::for_each_size([](scheduler& sized) {
    for (int round = 0; round < scaled(20); ++round) {
      open_tasks open;
      std::atomic<int> ran{0};
      const int count = scaled(5000);
      sized.run([&](worker& w) {
        task_group group(w);
        group.limit_tasks(16);
        spawn_many(group, open, count, ran, w);
        group.wait();
      });
      CHECK(ran == count);
      CHECK(open.most < count / 2);
    }
  });
}

TEST_CASE("tasks that spawn are not held up, whatever the limit: a tree, a chain, groups within groups") {
  tests::for_each_size([](scheduler& sized) {
    sized.run([&](worker& w) {
      std::atomic<int> ran{0};
      task_group group(w);
      group.limit_tasks(1);
      const auto tree = [&](auto& self, worker& v, int depth) -> void {
        ++ran;
        if (depth == 0) return;
        for (int i = 0; i < 2; ++i) group.spawn(v, [&, depth](worker& u) { self(self, u, depth - 1); });
      };
      tree(tree, w, 10);
      group.wait();
      CHECK(ran == 2047);
      const auto chain = [&](auto& self, worker& v, int length) -> void {
        ++ran;
        if (length > 1) group.spawn(v, [&, length](worker& u) { self(self, u, length - 1); });
        if (length > 1) group.spawn(v, [&] { ++ran; });
      };
      ran = 0;
      const int length = scaled(100'000);  // far more than fit on a stack
      group.spawn(w, [&](worker& v) { chain(chain, v, length); });
      group.wait();
      CHECK(ran == 2 * length - 1);
      ran = 0;
      for (int i = 0; i < 100; ++i) {
        group.spawn(w, [&](worker& v) {
          task_group inner(v);
          inner.limit_tasks(2);
          for (int k = 0; k < 10; ++k) inner.spawn(v, [&] { ++ran; });
          inner.wait();
        });
      }
      group.wait();
      CHECK(ran == 1000);
    });
  });
  std::atomic<int> ran{0};
  task_group outside;
  outside.limit_tasks(2);
  for (int i = 0; i < 100; ++i) {
    outside.spawn([&] {
      for (int k = 0; k < 10; ++k) outside.spawn([&] { ++ran; });
    });
  }
  outside.wait();
  CHECK(ran == 1000);
}

TEST_CASE("tasks that throw count as any others, and the wait throws what they have thrown") {
  const auto use = [](task_group& group, auto&... w) {
    group.limit_tasks(4);
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 100; ++i) group.spawn(w..., [] { throw std::out_of_range("each"); });
      CHECK_THROWS_AS(group.wait(), std::out_of_range);
      bool ran = false;
      group.spawn(w..., [&] { ran = true; });
      group.wait();
      CHECK(ran);
    }
  };
  tests::for_each_size([&](scheduler& sized) {
    sized.run([&](worker& w) {
      task_group group(w);
      use(group, w);
    });
  });
  task_group outside;
  use(outside);
  task_group all(on_failure::collect);
  all.limit_tasks(3);
  for (int i = 0; i < 50; ++i) all.spawn([] { throw 1; });
  try {
    all.wait();
    CHECK(false);
  } catch (const task_failures& failed) { CHECK(failed.count == 50); }
}

TEST_CASE("a group that has been asked to stop takes more tasks, and runs none") {
  const auto use = [](std::stop_source& source, task_group& group, auto&... w) {
    group.limit_tasks(4);
    std::atomic<int> ran{0};
    for (int i = 0; i < 1000; ++i) {
      if (i == 500) source.request_stop();
      group.spawn(w..., [&ran, late = i >= 500] { ran += late ? 1000 : 1; });
    }
    group.wait();
    CHECK(ran >= 496);
    CHECK(ran <= 500);
  };
  scheduler one(1);
  one.run([&](worker& w) {
    std::stop_source source;
    task_group group(w, source.get_token());
    use(source, group, w);
  });
  std::stop_source source;
  task_group group(source.get_token());
  use(source, group);
}

TEST_CASE("a thread that waits for room without the seat is woken by the task that makes room") {
  const unsigned workers = default_scheduler().workers();
  if (workers != 2) return;  // one of the two tasks must be on another worker than 0
  for (int round = 0; round < scaled(50); ++round) {
    std::atomic<unsigned> begun{0};
    std::atomic<bool> third{false};
    std::atomic<bool> may_end{false};
    task_group group;
    group.limit_tasks(2);
    for (int i = 0; i < 2; ++i) {
      group.spawn([&](worker& v) {
        ++begun;
        while (v.id() == 0 ? !third : !may_end) std::this_thread::yield();
      });
    }
    while (begun < 2) std::this_thread::yield();  // on a stand-in, and on the other worker
    std::thread releaser([&] {
      for (int i = 0; i < round; ++i) std::this_thread::yield();
      may_end = true;
    });
    group.spawn([] {});  // returns when one of them is over
    third = true;
    group.wait();
    releaser.join();
  }
}

}  // namespace task_group_limit_test
