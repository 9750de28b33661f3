// Subtasks that fail, are skipped, cancelled, stuck or refused: what becomes of the tasks around them, and of others.
#include <atomic>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/sizes.hpp"

namespace subtask_failures_test {

using namespace jackdaw;
using jackdaw::tests::error_of;

TEST_CASE(
    "a subtask that throws fails the task: tasks that would read its object are skipped, and no others") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(200); ++round) {
    flow tasks(sched);
    handle<int> a(0);
    handle<int> b(0);
    handle<int> other(0);
    std::atomic<int> siblings{0};
    tasks.submit(with_subtasks, named("outer"), write(a), read(other), [&](auto& all, int&, int) {
      all.submit(with_subtasks, named("middle"), [&](auto& own) {
        own.submit(named("inner"), [] { throw std::runtime_error("no water"); });
        own.submit([&] { ++siblings; });
      });
      all.submit([&] { ++siblings; });
    });
    tasks.submit(read(a), write(b), [](int, int&) { FAIL("ran"); });
    tasks.submit(read(b), [](int) { FAIL("ran"); });
    tasks.submit(write(other), [](int& x) { x = 1; });  // was only read
    const flow_error e = error_of(tasks);
    CHECK(std::string(e.what()) == "task 'inner' has failed: no water; 2 skipped");
    CHECK(siblings == 2);
    CHECK(other.value() == 1);
    tasks.submit(write(a), [](int& x) { ++x; });
    tasks.wait();
    CHECK(a.value() == 1);
  }
}

TEST_CASE("a task that throws after it has submitted subtasks ends after them") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  const auto owned = std::make_shared<int>(0);
  std::atomic<int> runs{0};
  tasks.submit(named("outer"), with_subtasks, write(a), [&runs, owned](auto& all, int&) {
    for (int i = 0; i < 5; ++i) all.submit([&runs] { ++runs; });
    throw std::runtime_error("late");
  });
  tasks.submit(read(a), [](int) { FAIL("ran"); });
  CHECK(std::string(error_of(tasks).what()) == "task 'outer' has failed: late; 1 skipped");
  CHECK(runs == 5);
  CHECK(owned.use_count() == 1);
}

TEST_CASE("a subtask that is skipped fails the task, too") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> source(0);
  tasks.submit(named("source"), write(source), [](int&) { throw 1; });
  tasks.submit(with_subtasks, write(a),
               [&](auto& all, int&) { all.submit(read(source), [](int) { FAIL("ran"); }); });
  tasks.submit(read(a), [](int) { FAIL("ran"); });
  CHECK(error_of(tasks).skipped() == 2);
}

TEST_CASE("a reduction whose subtask fails is not applied") {
  scheduler sched(2);
  flow tasks(sched);
  handle<long> total(0);
  for (int i = 0; i < 10; ++i) {
    tasks.submit(with_subtasks, reduce_in_order(total), [i](auto& all, long& t) {
      all.submit([i, &t] {
        t += 1;
        if (i == 3) throw 3;
      });
    });
  }
  CHECK(error_of(tasks).failures().size() == 1);
  CHECK(total.value() == 9);
}

TEST_CASE("cancel() skips subtasks that have not begun, and the tasks end") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  int runs = 0;
  tasks.submit(with_subtasks, write(a), [&](auto& all, int&) {
    handle<int>* order = new handle<int>(0);
    for (int i = 0; i < 10; ++i) {
      all.submit(write(*order), [&, i](int&) {
        ++runs;
        if (i == 4) tasks.cancel();
      });
    }
    all.submit(write(*order), [own = std::unique_ptr<handle<int>>(order)](int&) {});
  });
  tasks.submit(write(a), [](int& x) { x = 1; });
  tasks.wait();
  CHECK(runs == 5);
  CHECK(a.value() == 0);
  CHECK(tasks.skipped() == 7);
  tasks.submit(write(a), [](int& x) { ++x; });
  tasks.wait();
  CHECK(a.value() == 1);
}

TEST_CASE("stuck: a subtask that waits for a reservation holds up its task, and tasks that wait for that") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  auto later = tasks.reserve(write(b));
  tasks.submit(with_subtasks, named("outer"), write(a),
               [&](auto& all, int& x) { all.submit(named("inner"), read(b), [&x](int y) { x = y; }); });
  tasks.submit(named("reader"), read(a), [](int x) { CHECK(x == 5); });
  try {
    tasks.wait();
    FAIL("wait() did not throw");
  } catch (const stuck& e) {
    CAPTURE(e.what());
    CHECK(std::string(e.what()).find("task 'inner' waits for version 1") != std::string::npos);
    CHECK(std::string(e.what()).find("task 'reader' waits for version 1") != std::string::npos);
  }
  later.submit([](int& y) { y = 5; });
  tasks.wait();
  CHECK(a.value() == 5);
}

TEST_CASE("a subtask that names a handle of a task around it is refused") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  std::atomic<int> refused{0};
  tasks.submit(with_subtasks, named("outer"), read(a), write(b), [&](auto& all, int, int&) {
    all.submit(with_subtasks, named("middle"), [&](auto& own) {
      for (auto* const h : {&a, &b}) {
        try {
          own.submit(read(*h), [](int) {});
        } catch (const std::logic_error& e) {
          refused += std::string(e.what()).find("a subtask of 'outer' names the handle at ") == 0 ? 1 : 0;
        }
      }
    });
  });
  tasks.wait();
  CHECK(refused == 2);
}

TEST_CASE("a subtask nested deep is refused the handles of all tasks around it, and of no others") {
  constexpr std::size_t depth = 40;
  struct nest {
    std::deque<handle<int>> own = std::deque<handle<int>>(2 * depth);
    std::deque<handle<int>> beside = std::deque<handle<int>>(depth);
    std::atomic<std::size_t> wrong{0};

    void go_on(subtasks& all, std::size_t level) {
      for (std::size_t i = 0; i < depth; ++i) {
        const bool is_around = i < level;
        for (auto* const h : {&own[2 * i], &own[2 * i + 1]}) {
          bool refused = false;
          try {
            all.submit(read(*h), [](int) {});
          } catch (const std::logic_error&) { refused = true; }
          if (refused != is_around) ++wrong;
        }
      }
      if (level == depth) return;
      for (const bool goes_deeper : {false, true}) {
        auto& one = goes_deeper ? own[2 * level] : beside[level];
        auto& two = goes_deeper ? own[2 * level + 1] : beside[(level + 7) % depth];
        all.submit(with_subtasks, write(one), read(two),
                   [this, level, goes_deeper](subtasks& inner, int&, int) {
                     if (goes_deeper) go_on(inner, level + 1);
                   });
      }
    }
  };
  for (const unsigned workers : {1U, 3U}) {
    scheduler sched(workers);
    flow tasks(sched);
    nest one;
    tasks.submit(with_subtasks, [&one](subtasks& all) { one.go_on(all, 0); });
    tasks.wait();
    CHECK(one.wrong == 0);
  }
}

}  // namespace subtask_failures_test
