// Subtasks: a task ends when they have ended.
#include <array>
#include <atomic>
#include <deque>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/support/sizes.hpp"

namespace subtasks_test {

using namespace jackdaw;

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
  static_assert(sizeof(header) == sizeof(task) + sizeof(dataflow::linked_waiter));
  static_assert(sizeof(dataflow::linked_waiter) == 48);
  static_assert(sizeof(plain) ==
                sizeof(header) + sizeof(dataflow::requirement) + 8);  // a place for each access
}

TEST_CASE(
    "a task that names no data fits into one block with a closure of three words, one that can wait has "
    "links") {
  const auto small = [a = std::array<void*, 3>{}] { static_cast<void>(a); };
  using plain = dataflow::flow_task<scheduler, decltype(small), std::tuple<>>;
  using named_one = dataflow::flow_task<scheduler, decltype(small), std::tuple<always_t>>;
  using placed = dataflow::flow_task<scheduler, decltype(small), std::tuple<priority>>;
  static_assert(sizeof(plain) <= memory::size_class::smallest &&
                sizeof(named_one) <= memory::size_class::smallest);
  static_assert(!std::is_base_of_v<dataflow::linked_waiter, plain>);
  static_assert(std::is_base_of_v<dataflow::linked_waiter, placed>);
}

}  // namespace subtasks_test
