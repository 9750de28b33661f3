// Tasks with_completion: they are over when the function has returned and some thread has said so.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/event/completion.hpp>

#include "tests/support/sizes.hpp"

namespace completion_test {

using namespace jackdaw;

namespace {

/// Fulfils what it is given, on a thread of its own.
class device {
 public:
  device() : thread_([this] { serve(); }) {}
  ~device() { thread_.join(); }

  void take(completion done, void (*work)(int&), int& on) {
    const std::lock_guard hold(mutex_);
    orders_.push_back({std::move(done), work, &on});
  }
  void end() { over_ = true; }

 private:
  struct order {
    completion done;
    void (*work)(int&);
    int* on;
  };

  void serve() {
    for (;;) {
      std::optional<order> next;
      const bool last = over_;
      {
        const std::lock_guard hold(mutex_);
        if (!orders_.empty()) {
          next = std::move(orders_.front());
          orders_.pop_front();
        }
      }
      if (next.has_value()) {
        next->work(*next->on);
        next->done.fulfil();
      } else if (last) {
        return;
      } else {
        std::this_thread::yield();
      }
    }
  }

  std::mutex mutex_;
  std::deque<order> orders_;
  std::atomic<bool> over_{false};
  std::thread thread_;  // last
};

}  // namespace

TEST_CASE("tasks that need what a device writes come after it has said so, on one worker and on three") {
  for (const unsigned workers : {1U, 3U}) {
    scheduler sched(workers);
    device disk;
    std::deque<handle<int>> blocks(8);
    for (int round = 0; round < tests::scaled(100); ++round) {
      flow tasks(sched);
      handle<int> sum(0);
      for (auto& block : blocks) {
        block.value() = 0;
        tasks.submit(with_completion, write(block), [&disk](completion done, int& b) {
          disk.take(std::move(done), [](int& at) { at = 7; }, b);
        });
        tasks.submit(read(block), add(sum), [](int b, int& s) { s += b; });
      }
      tasks.wait();
      CHECK(sum.value() == 56);
    }
    disk.end();
  }
}

TEST_CASE("no worker waits for a completion: the only one executes other tasks, which fulfil it") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0), b(0);
  std::optional<completion> kept;
  tasks.submit(with_completion, write(a), [&kept](completion done, int& x) {
    x = 1;
    kept = std::move(done);
  });
  tasks.submit(read(a), write(b), [](int x, int& y) { y = x; });
  bool before = false;
  tasks.submit([&] {  // by the same worker, after the first
    before = b.value() == 0;
    kept->fulfil();
  });
  tasks.wait();
  CHECK(before);
  CHECK(b.value() == 1);
}

TEST_CASE("a completion may be fulfilled before the function returns; the task is over after both") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(200); ++round) {
    flow tasks(sched);
    handle<int> a(0);
    int seen = 0;
    tasks.submit(with_completion, write(a), [](completion done, int& x) {
      done.fulfil();
      x = 1;  // still alone with its object
    });
    tasks.submit(read(a), [&seen](int x) { seen = x; });
    tasks.wait();
    CHECK(seen == 1);
  }
}

TEST_CASE("a flow that waits for a completion is not stuck, and says which are missing") {
  scheduler sched(2);
  flow tasks(sched);
  flow others(sched);
  handle<int> a(0), b(0);
  std::optional<completion> first, second, third;
  std::atomic<int> begun{0};
  const auto keep = [&begun](std::optional<completion>& where) {
    return [&where, &begun](completion done, int&) {
      where = std::move(done);
      ++begun;
    };
  };
  tasks.submit(named("load a"), with_completion, write(a), keep(first));
  tasks.submit(named(std::string("load b")), with_completion, priority(1), write(b), keep(second));
  handle<int> c(0);
  others.submit(named("load c"), with_completion, write(c), keep(third));
  while (begun != 3) std::this_thread::yield();
  std::vector<std::string> missing = tasks.missing_events();
  std::sort(missing.begin(), missing.end());
  CHECK(missing == std::vector<std::string>{"load a", "load b"});
  CHECK(others.missing_events() == std::vector<std::string>{"load c"});
  auto unused = tasks.reserve(write(c));  // so that wait() looks for what holds it up
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // only so that others come to wait
    first->fulfil();
    second->fulfil();
    third->fulfil();
  });
  tasks.wait(a);
  tasks.wait(b);
  CHECK(tasks.missing_events().empty());
  others.wait();
  later.join();
  unused.submit([](int& x) { x = 3; });
  tasks.wait();
  CHECK(c.value() == 3);
}

TEST_CASE(
    "with subtasks, pinned, by priority, under turns, in a reservation, with a reduction: all end after the "
    "event") {
  scheduler sched(3);
  for (int round = 0; round < tests::scaled(100); ++round) {
    device disk;
    flow tasks(sched);
    handle<int> a(0), b(0), c(0), d(0), e(0), sum(0);
    const auto order = [&disk](completion done, int& x) {
      disk.take(std::move(done), [](int& at) { ++at; }, x);
    };
    tasks.submit(with_completion, with_subtasks, write(a), [&disk, &b](auto& parts, completion done, int& x) {
      parts.submit(write(b), [](int& y) { ++y; });
      parts.submit(with_completion, write(b),
                   [&disk](completion own, int& y) { disk.take(std::move(own), [](int& at) { ++at; }, y); });
      disk.take(std::move(done), [](int& at) { ++at; }, x);
    });
    int of_subtasks = 0;
    tasks.submit(read(a), [&of_subtasks, &b](int x) { of_subtasks = x + b.value(); });
    tasks.submit(pinned(1), with_completion, write(c), order);
    tasks.submit(priority(3), with_completion, write(c), order);
    for (int i = 0; i < 5; ++i) tasks.submit(with_completion, add(d), order);
    auto place = tasks.reserve(write(e));
    for (int i = 0; i < 5; ++i)
      tasks.submit(with_completion, read(a), reduce(sum), [&disk](completion done, int, int& s) {
        disk.take(std::move(done), [](int& at) { ++at; }, s);
      });
    place.submit(with_completion, order);
    tasks.wait();
    CHECK(of_subtasks == 3);
    CHECK(c.value() == 2);
    CHECK(d.value() == 5);
    CHECK(e.value() == 1);
    CHECK(sum.value() == 5);
    disk.end();
  }
}

TEST_CASE("the end of a flow waits for completions") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(100); ++round) {
    std::thread other;
    handle<int> a(0);
    {
      flow tasks(sched);
      tasks.submit(with_completion, write(a), [&other](completion done, int& x) {
        other = std::thread([done = std::move(done), &x]() mutable {
          x = 1;
          done.fulfil();
        });
      });
    }
    CHECK(a.value() == 1);
    other.join();
  }
}

}  // namespace completion_test
