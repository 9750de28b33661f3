// Subtasks: a task ends when they have ended, and fails when they have failed.
#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using jackdaw::tests::error_of;

namespace {

/// An object with parts that have handles of their own.
struct row {
  std::deque<handle<long>> parts = std::deque<handle<long>>(4);
  [[nodiscard]] long sum() const {
    long all = 0;
    for (const auto& p : parts) all += p.value();
    return all;
  }
};

/// 2^depth leaves below `all`, each of which counts.
void divide(subtasks& all, int depth, std::atomic<long>& leaves) {
  if (depth == 0) {
    ++leaves;
    return;
  }
  for (int i = 0; i < 2; ++i)
    all.submit(with_subtasks, [depth, &leaves](subtasks& own) { divide(own, depth - 1, leaves); });
}

}  // namespace

TEST_CASE("a task ends when its subtasks have, and no other sees its object before") {
  scheduler sched(3);
  for (int round = 0; round < tests::scaled(200); ++round) {
    flow tasks(sched);
    handle<row> r;
    std::atomic<int> wrong{0};
    for (long turn = 1; turn <= 5; ++turn) {
      tasks.submit(with_subtasks, write(r), [](auto& all, row& now) {
        for (std::size_t i = 0; i < 4; ++i) {
          all.submit(write(now.parts[i]), [](long& x) { ++x; });
          all.submit(read(now.parts[i]), write(now.parts[(i + 1) % 4]), [](long, long& x) { ++x; });
        }
      });
      tasks.submit(read(r), [turn, &wrong](const row& now) { wrong += now.sum() != 8 * turn ? 1 : 0; });
    }
    tasks.wait();
    CHECK(wrong == 0);
    CHECK(r.value().sum() == 40);
  }
}

TEST_CASE("a task that waits for its subtasks holds no worker") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  std::vector<int> log;  // by the only worker
  tasks.submit(with_subtasks, write(a), [&](auto& all, int&) {
    all.submit([&] { log.push_back(2); });
    log.push_back(1);
  });
  tasks.submit(read(a), [&](int) { log.push_back(3); });
  tasks.wait();
  CHECK(log == std::vector<int>{1, 2, 3});
}

TEST_CASE("subtasks have subtasks, and submit siblings") {
  for (const unsigned workers : {1U, 2U, 4U}) {
    scheduler sched(workers);
    flow tasks(sched);
    handle<int> a(0);
    std::atomic<long> leaves{0};
    std::atomic<long> seen{0};
    tasks.submit(with_subtasks, write(a), [&](subtasks& all, int& x) {
      divide(all, 8, leaves);
      all.submit([&all, &x] {  // the object is there until the last sibling is over
        all.submit([&x] { x = 7; });
      });
    });
    tasks.submit(read(a), [&](int x) { seen = x == 7 ? leaves.load() : -1; });
    tasks.wait();
    CHECK(seen == 256);
  }
}

TEST_CASE("a deep chain of subtasks ends without a deep stack") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  const int depth = tests::scaled(100'000);
  struct chain {
    int left;
    void operator()(subtasks& all) const {
      if (left > 0) all.submit(with_subtasks, chain{left - 1});
    }
    void operator()(subtasks& all, int& x) const {
      x = 1;
      (*this)(all);
    }
  };
  tasks.submit(with_subtasks, write(a), chain{depth});
  int seen = 0;
  tasks.submit(read(a), [&](int x) { seen = x; });
  tasks.wait();
  CHECK(seen == 1);
}

TEST_CASE("subtasks are ordered by their own accesses, also with tasks that are none") {
  scheduler sched(3);
  for (int round = 0; round < tests::scaled(200); ++round) {
    flow tasks(sched);
    handle<void> phase;
    handle<std::vector<int>> log;
    for (int i = 0; i < 3; ++i) {
      tasks.submit(with_subtasks, write(phase), [&, i](auto& all) {
        for (int k = 0; k < 3; ++k)
          all.submit(write(log), [i, k](std::vector<int>& l) { l.push_back(3 * i + k); });
      });
    }
    tasks.wait();
    CHECK(log.value() == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8});
  }
}

TEST_CASE("tasks that add or reduce may have subtasks") {
  scheduler sched(3);
  for (int round = 0; round < tests::scaled(200); ++round) {
    flow tasks(sched);
    handle<long> sum(0);
    handle<long> total(0);
    handle<long> ordered(0);
    for (int i = 0; i < 10; ++i) {
      tasks.submit(with_subtasks, add(sum), reduce(total), reduce_in_order(ordered),
                   [](auto& all, long& s, long& t, long& o) {
                     all.submit([&s] { s += 1; });
                     all.submit([&t] { t += 2; });
                     all.submit([&o] { o += 3; });
                   });
    }
    tasks.wait();
    CHECK(sum.value() == 10);
    CHECK(total.value() == 20);
    CHECK(ordered.value() == 30);
  }
}

TEST_CASE("a reserved task may have subtasks") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  auto later = tasks.reserve(write(a));
  std::atomic<int> seen{0};
  tasks.submit(read(a), [&](int x) { seen = x; });
  later.submit(with_subtasks, named("late"), [](auto& all, int& x) { all.submit([&x] { x = 5; }); });
  tasks.wait();
  CHECK(seen == 5);
}

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
          refused += std::string(e.what()).find("a subtask of 'outer' names a handle") == 0 ? 1 : 0;
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

TEST_CASE("a flow may be waited for in a subtask of another, but not its own") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  std::atomic<int> refused{0};
  tasks.submit(with_subtasks, write(a), [&](auto& all, int& x) {
    all.submit([&] {
      flow inner(sched);
      handle<int> b(0);
      for (int k = 0; k < 10; ++k) inner.submit(write(b), [](int& y) { ++y; });
      inner.wait();
      x = b.value();
      try {
        tasks.wait();
      } catch (const std::logic_error&) { ++refused; }
    });
  });
  tasks.wait();
  CHECK(a.value() == 10);
  CHECK(refused == 1);
}

TEST_CASE("a plain task pays nothing for subtasks that it does not have") {
  using header = dataflow::flow_header<scheduler>;
  const auto empty = [](int&) {};
  using plain =
      dataflow::flow_task<scheduler, decltype(empty), std::tuple<>, dataflow::declared<write_access, int>>;
  static_assert(sizeof(header) == sizeof(task) + sizeof(dataflow::waiter));
  static_assert(sizeof(dataflow::waiter) == 48);
  static_assert(sizeof(plain) ==
                sizeof(header) + sizeof(dataflow::requirement) + 8);  // a place for each access
}
