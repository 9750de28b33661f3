// Parts of an object: tasks over the whole and over parts order each other.
#include "tests/flow/part/parts.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/part/array_handle.hpp>
#include <jackdaw/flow/part/partitioned.hpp>

namespace parts_test {

using namespace jackdaw;
using tests::increment;

namespace {

/// Tasks that meet: each waits until as many are inside. False: the others did not come.
struct meeting {
  bool come(int many) {
    ++inside;
    return tests::comes_true([&] { return inside >= many; });
  }
  std::atomic<int> inside{0};
};

struct matrix {
  explicit matrix(std::size_t side) : width(side), elements(side * side) {}
  std::size_t width;
  std::vector<int> elements;
};

}  // namespace

TEST_CASE("ranges of an array that overlap are ordered, and functions get spans") {
  scheduler sched(2);
  flow tasks(sched);
  array_handle<int> a(100);
  for (int round = 0; round < 3; ++round) {
    tasks.submit(write(a.range(0, 60)), increment);
    tasks.submit(write(a.range(40, 100)), [](std::span<int> x) {
      for (int& each : x) each *= 2;
    });
    tasks.submit(read(a.range(50, 51)), write(a.range(99, 100)),
                 [](std::span<const int> from, std::span<int> to) { to[0] = from[0]; });
  }
  long sum = 0;
  tasks.submit(read(a),
               [&sum](std::span<const int> all) { sum = std::accumulate(all.begin(), all.end(), 0L); });
  tasks.wait();
  CHECK(a.value()[0] == 3);
  CHECK(a.value()[45] == 14);
  CHECK(a.value()[70] == 0);
  CHECK(a.value()[99] == 14);
  CHECK(sum == 40 * 3 + 20 * 14 + 14);
  const auto last = tasks.submit(with_result, priority(1), read(a.range(99, 100)),
                                 [](std::span<const int> x) { return x[0]; });
  CHECK(last.get() == 14);
}

TEST_CASE("a range of a range, elements of one's own, and ranges that are empty or outside") {
  scheduler sched(2);
  flow tasks(sched);
  std::vector<int> mine(10);
  array_handle<int> there{std::span(mine)};
  array_handle<const int> constant(std::vector<int>{1, 2, 3});
  const auto half = there.range(4, 10);
  int seen = 0;
  bool ran = false;
  tasks.submit(write(half.range(1, 3)), increment);
  tasks.submit(write(half.range(2, 2)), [&ran](std::span<int> none) { ran = none.empty(); });
  tasks.submit(read(constant.range(1, 3)), [&seen](std::span<const int> x) { seen = x[0] + x[1]; });
  tasks.wait();
  CHECK(mine == std::vector<int>{0, 0, 0, 0, 0, 1, 1, 0, 0, 0});
  CHECK(seen == 5);
  CHECK(ran);
  CHECK_THROWS_AS(static_cast<void>(half.range(0, 7)), std::out_of_range);
  CHECK_THROWS_AS(static_cast<void>(there.range(3, 2)), std::out_of_range);
}

TEST_CASE("rows, a column and a tile of a matrix, and views of views") {
  scheduler sched(2);
  flow tasks(sched);
  constexpr std::size_t n = 6;
  partitioned<matrix> a(n * n, n);
  const auto row = [&a](std::size_t i) {
    return a.part({i * n, (i + 1) * n}, [i](auto& m) { return std::span(m.elements).subspan(i * n, n); });
  };
  std::vector<index_range> second;
  for (std::size_t i = 0; i < n; ++i) second.push_back({i * n + 1, i * n + 2});
  const auto column = a.part(second, [](auto& m) { return &m; });
  for (std::size_t i = 0; i < n; ++i) tasks.submit(write(row(i)), increment);
  tasks.submit(add(column), [](matrix* m) {
    for (std::size_t i = 0; i < n; ++i) m->elements[i * n + 1] *= 5;
  });
  const auto corner = row(5).subpart({5 * n, 5 * n + 2}, [](auto r) { return r.subspan(0, 2); });
  tasks.submit(write(corner), increment);
  int sum = 0;
  tasks.submit(read(a),
               [&sum](const matrix& m) { sum = std::accumulate(m.elements.begin(), m.elements.end(), 0); });
  tasks.submit(write(a), [](matrix& m) { m.elements[0] = -1; });
  tasks.wait(a);
  CHECK(sum == 30 + 6 * 5 + 2);
  CHECK(a.value().elements[0] == -1);
  CHECK(a.value().elements[5 * n + 1] == 6);
  CHECK_THROWS_WITH_AS(
      static_cast<void>(row(5).subpart({0, 1}, [](auto r) { return r; })),
      "a part of a part has the indices 0 to 1; expected them inside one range of that part: "
      "30 to 36",
      std::out_of_range);
}

TEST_CASE("parts without an index in common run at the same time, also where one is cut while it is used") {
  scheduler sched(3);
  flow tasks(sched);
  array_handle<int> a(100);
  meeting first;
  std::atomic<int> met{0};
  tasks.submit(write(a.range(0, 100)), increment);
  tasks.submit(write(a.range(0, 30)), [&](std::span<int>) { met += first.come(3) ? 1 : 0; });
  tasks.submit(write(a.range(30, 70)), [&](std::span<int>) { met += first.come(3) ? 1 : 0; });
  tasks.submit(read(a.range(70, 100)), [&](std::span<const int>) { met += first.come(3) ? 1 : 0; });
  tasks.wait();
  CHECK(met == 3);
}

TEST_CASE("reads are concurrent, also where a later one cuts what an earlier one reads") {
  scheduler sched(3);
  flow tasks(sched);
  array_handle<int> a(100);
  meeting first;
  std::atomic<int> met{0};
  const auto look = [&](std::span<const int>) { met += first.come(3) ? 1 : 0; };
  tasks.submit(write(a), increment);
  tasks.submit(read(a.range(0, 60)), look);
  tasks.submit(read(a.range(50, 90)), look);
  tasks.submit(read(a.range(55, 100)), look);
  tasks.submit(write(a.range(56, 57)), increment);
  tasks.wait();
  CHECK(met == 3);
  CHECK(a.value()[56] == 2);
}

TEST_CASE("indices for what is no object, and two objects in one task") {
  scheduler sched(2);
  flow tasks(sched);
  std::vector<int> values(50);
  partitioned<void> sections(50);
  array_handle<int> other(50);
  sections.name("sections");
  for (std::size_t from = 0; from < 40; from += 5) {
    tasks.submit(write(sections.part({from, from + 10})), read(other.range(from, from + 3)),
                 [&values, from](std::span<const int> x) {
                   for (std::size_t i = from; i < from + 10; ++i) values[i] = 2 * values[i] + 1 + x[0];
                 });
    tasks.submit(write(other.range(from + 2, from + 9)), read(sections.part({{0, 1}, {from, from + 1}})),
                 increment);
  }
  tasks.wait(sections);
  tasks.wait(other.range(0, 1));
  tasks.wait();
  CHECK(values[0] == 1);
  CHECK(values[7] == 4);
  CHECK(other.value()[4] == 1);
}

TEST_CASE("many writes under way, of which a large one puts the pieces together") {
  scheduler sched(2);
  flow tasks(sched);
  constexpr std::size_t n = 1000;
  array_handle<int> a(n);
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < n; i += 2) tasks.submit(write(a.range(i, i + 2)), increment);
    tasks.submit(write(a.range(1, n - 1)), increment);
    tasks.submit(add(a.range(0, n / 2)), increment);
    tasks.submit(add(a.range(0, 700)), increment);
    if (round == 2) tasks.wait();
  }
  tasks.wait();
  CHECK(a.value()[0] == 12);
  CHECK(a.value()[1] == 16);
  CHECK(a.value()[600] == 12);
  CHECK(a.value()[n - 2] == 8);
  CHECK(a.value()[n - 1] == 4);
}

TEST_CASE("what a failed task was to write skips the readers of parts of it, and no others") {
  scheduler sched(2);
  flow tasks(sched);
  array_handle<int> a(100);
  std::atomic<int> ran{0};
  const auto count = [&ran](std::span<const int>) { ++ran; };
  tasks.submit(write(a.range(20, 60)), [](std::span<int>) { throw std::runtime_error("broken"); });
  tasks.submit(read(a.range(30, 31)), count);
  tasks.submit(read(a.range(0, 20)), count);
  tasks.submit(read(a.range(55, 70)), count);
  CHECK_THROWS_AS(tasks.wait(a.range(58, 59)), flow_error);
  tasks.wait(a.range(60, 70));
  tasks.submit(read(a.range(59, 60)), count);
  CHECK_THROWS_AS(tasks.wait(), flow_error);
  CHECK(ran == 1);
  tasks.submit(read(a), count);
  tasks.wait();
  CHECK(ran == 2);

  tasks.submit(write(a.range(0, 50)), [](std::span<int>) { throw std::runtime_error("broken"); });
  tasks.submit(always, write(a.range(0, 70)), [](const flow_failures& before, std::span<int> x) {
    before.set_handled();
    std::ranges::fill(x, 7);
  });
  tasks.submit(read(a.range(10, 20)), count);
  tasks.wait();
  CHECK(ran == 3);
}

TEST_CASE("a wait for a part that a reservation holds up is stuck, and says why") {
  scheduler sched(2);
  flow tasks(sched);
  array_handle<int> a(100);
  handle<int> key;
  auto later = tasks.reserve(write(key));
  tasks.submit(named("first"), read(key), write(a.range(0, 50)), [](int, std::span<int> x) { increment(x); });
  tasks.submit(named("second"), write(a.range(40, 45)), increment);
  std::string why;
  try {
    tasks.wait(a.range(41, 42));
  } catch (const stuck& e) { why = e.what(); }
  CHECK(why.find("second") != std::string::npos);
  tasks.wait(a.range(50, 100));
  later.submit([](int&) {});
  tasks.wait();
  CHECK(a.value()[41] == 2);
}

TEST_CASE("several threads submit at once") {
  scheduler sched(2);
  flow tasks(sched);
  array_handle<int> a(64);
  array_handle<int> b(64);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 200; ++i) {
        const std::size_t from = (i * 7 + t * 13) % 40;
        const auto both = [](std::span<int> x, std::span<int> y) { increment(x), increment(y); };
        if (t % 2 == 0) {
          tasks.submit(write(a.range(from, from + 20)), write(b.range(from, from + 9)), both);
        } else {
          tasks.submit(write(b.range(from, from + 9)), write(a.range(from, from + 20)), both);
        }
      }
    });
  }
  for (auto& each : threads) each.join();
  tasks.wait();
  const auto sum = [](array_handle<int>& of) {
    return std::accumulate(of.value().begin(), of.value().end(), 0);
  };
  CHECK(sum(a) == 600 * 20);
  CHECK(sum(b) == 600 * 9);
}

}  // namespace parts_test
