// Graphs: submitted once, run again and again.
#include <array>
#include <atomic>
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/flow_graph.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace graph_test {

using namespace jackdaw;

namespace {

struct multiply {
  static constexpr bool readonly = false, commutative = true, exclusive = true;
};

}  // namespace

TEST_CASE("a graph does in each run what a flow does once") {
  for (const unsigned workers : {1U, 3U}) {
    scheduler sched(workers);
    flow_graph graph(sched);
    handle<long> a(1), b(2), c, total;
    graph.submit(read(a), read(b), write(c), [](const long& x, const long& y, long& z) { z = x + y; });
    for (int i = 0; i < 10; ++i)
      graph.submit(named("sum up"), read(c), add(total), [](const long& z, long& t) { t += z; });
    graph.submit(write(a), [](long& x) { ++x; });
    CHECK(graph.size() == 12);
    CHECK(total.value() == 0);
    graph.run();
    CHECK(total.value() == 30);
    graph.run(3);
    CHECK(total.value() == 30 + 40 + 50 + 60);
    a.value() = 0;
    b.value() = 0;
    graph.run();  // with other data
    CHECK(total.value() == 180);
    graph.run(0);
    CHECK(a.value() == 1);
  }
}

TEST_CASE("functions are kept: they may own data, move only, and are called as often as the graph runs") {
  scheduler sched(2);
  auto count = std::make_shared<int>(0);
  {
    flow_graph graph(sched);
    handle<int> x(0);
    handle<void> file;
    graph.submit(write(file), write(x), [count, calls = std::make_unique<int>(0)](int& seen) mutable {
      seen = ++*calls;
      ++*count;
    });
    graph.submit(read(file), [](auto... none) { CHECK(sizeof...(none) == 0); });
    graph.run(5);
    CHECK(x.value() == 5);
    CHECK(*count == 5);
    CHECK(count.use_count() == 2);
  }
  CHECK(count.use_count() == 1);
}

TEST_CASE("ranges of handles, types of access of one's own, and handles that are named twice") {
  scheduler sched(2);
  flow_graph graph(sched);
  std::deque<handle<long>> cells(5);
  handle<const long> three(3);
  handle<long> product(1), sum(0);
  std::vector<handle<long>*> some{&cells[3], &cells[1], &cells[3]};
  graph.submit(write(cells), [](references<long> all) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<long>(i);
  });
  graph.submit(write(some), read(cells[1]), [](references<long> xs, const long& one) {
    xs[0] += 10 * one;
    CHECK(&xs[1] == &one);
    CHECK(&xs[0] == &xs[2]);
  });
  for (auto& cell : cells) {
    graph.submit(read(cell), access<multiply>(product), [](const long& x, long& p) { p *= x + 1; });
    graph.submit(add(sum), read(cell), read(three),
                 [](long& s, const long& x, const long& y) { s += x * y; });
  }
  some.clear();  // it is not needed any more
  graph.run(2);
  CHECK(sum.value() == 2 * 3 * (0 + 1 + 2 + 13 + 4));
  CHECK(product.value() == 1L * (1 * 2 * 3 * 14 * 5) * (1 * 2 * 3 * 14 * 5));
}

TEST_CASE("tasks that add to one object do so one at a time, and none waits for one that is not ready") {
  scheduler sched(3);
  flow_graph graph(sched);
  handle<long> left(0), right(0);
  std::atomic<int> inside{0};
  std::atomic<bool> together{false};
  for (int i = 0; i < 40; ++i) {
    graph.submit(add(left), add(right), [&](long& l, long& r) {
      if (++inside != 1) together = true;
      ++l, ++r;
      --inside;
    });
  }
  handle<long> late(0), list(0);
  std::atomic<int> added{0};
  graph.submit(write(late), [&added](long&) {
    while (added % 2 != 1) std::this_thread::yield();  // ends only if the second one overtakes the first
  });
  graph.submit(read(late), add(list), [&added](const long&, long&) { ++added; });
  graph.submit(add(list), [&added](long&) { ++added; });
  graph.run(50);
  CHECK_FALSE(together);
  CHECK(left.value() == 2000);
  CHECK(right.value() == 2000);
  CHECK(added == 100);
}

TEST_CASE("rounds follow each other until a predicate says that it is enough") {
  scheduler sched(2);
  flow_graph graph(sched);
  handle<double> x(1.0), change(1.0);
  graph.submit(write(x), write(change), [](double& now, double& by) {
    const double next = 0.5 * (now + 2 / now);
    by = next < now ? now - next : next - now;
    now = next;
  });
  const std::uint64_t rounds = graph.run_until([&change] { return change.value() < 1e-12; });
  CHECK(rounds >= 4);
  CHECK(rounds <= 7);
  CHECK(x.value() * x.value() == doctest::Approx(2));
  CHECK(graph.run_until([] { return true; }) == 1);
  CHECK_THROWS_WITH_AS(graph.run_until([]() -> bool { throw std::runtime_error("enough"); }), "enough",
                       std::runtime_error);
  int asked = 0;
  flow_graph empty(sched);
  empty.run(3);
  CHECK(empty.run_until([&asked] { return ++asked == 3; }) == 3);
}

TEST_CASE("more tasks may be added between runs") {
  scheduler sched(2);
  flow_graph graph(sched);
  handle<int> x(0);
  graph.submit(write(x), [](int& v) { v = 2 * v + 1; });
  graph.run(2);
  CHECK(x.value() == 3);
  graph.submit(write(x), [](int& v) { v += 100; });
  graph.submit(write(x), [](int& v) { v *= 2; });
  graph.run();
  CHECK(x.value() == 214);
}

TEST_CASE("pinned tasks run on their worker, and of those with a priority the highest is first") {
  scheduler sched(3);
  flow_graph graph(sched);
  std::array<handle<int>, 12> cells;
  std::atomic<int> elsewhere{0};
  for (unsigned i = 0; i < cells.size(); ++i) {
    graph.submit(pinned(i % 3), write(cells[i]), [&, i](int& v) {
      ++v;
      if (sched.worker_here()->id() != i % 3) ++elsewhere;
    });
  }
  graph.run(10);
  CHECK(elsewhere == 0);
  for (const auto& cell : cells) CHECK(cell.value() == 10);
  CHECK_THROWS_AS(graph.submit(pinned(3), [] {}), std::invalid_argument);
  CHECK(graph.size() == 12);

  scheduler alone(1);
  flow_graph urgent(alone);
  handle<int> gate(0), log(0);
  std::vector<int> order;
  urgent.submit(write(gate), [&order](int&) { order.clear(); });
  for (int i = 0; i < 6; ++i) {
    urgent.submit(priority((i * 5) % 6), read(gate), add(log),
                  [&order, i](const int&, int&) { order.push_back((i * 5) % 6); });
  }
  urgent.run(3);
  CHECK(order == std::vector<int>{5, 4, 3, 2, 1, 0});
}

TEST_CASE(
    "of all first tasks of a round with a priority, the highest is first, whatever the order of submission") {
  scheduler sched(2);
  flow_graph graph(sched);
  constexpr int urgent = 50;
  std::atomic<int> over{0};
  int at_the_lowest = 0;
  handle<int> gate(0);
  graph.submit(write(gate), [](int& g) { ++g; });
  graph.submit(priority(-1), read(gate), [](const int&) {});  // woken, perhaps while the round begins
  for (int i = 0; i < urgent; ++i) {
    graph.submit(priority(i), [&, i] {
      if (i == 0) at_the_lowest = over;
      ++over;
    });
  }
  for (int round = 0; round < tests::scaled(200); ++round) {
    over = 0;
    graph.run();
    REQUIRE(at_the_lowest >= urgent - 2);  // another worker may be in the one before
  }
}

TEST_CASE("a task of a flow runs a graph, and a task of a graph another one") {
  scheduler sched(2);
  flow tasks(sched);
  flow_graph outer(sched), inner(sched);
  handle<int> x(0), y(0);
  inner.submit(write(x), [](int& v) { ++v; });
  outer.submit(write(y), [&inner](int& v) {
    inner.run(2);
    ++v;
  });
  handle<int> all(0);
  for (int i = 0; i < 3; ++i) tasks.submit(write(all), [&outer](int&) { outer.run(4); });
  tasks.wait();
  CHECK(y.value() == 12);
  CHECK(x.value() == 24);
}

TEST_CASE("graphs of several threads run at the same time") {
  scheduler sched(2);
  std::array<handle<long>, 3> sums;
  std::vector<std::thread> threads;
  for (auto& sum : sums) {
    threads.emplace_back([&sched, &sum] {
      flow_graph graph(sched);
      std::deque<handle<long>> cells(8);
      for (auto& cell : cells) graph.submit(write(cell), [](long& v) { ++v; });
      graph.submit(read(cells), write(sum), [](references<const long> all, long& s) {
        for (const long v : all) s += v;
      });
      for (int i = 0; i < 20; ++i) graph.run(2);
    });
  }
  for (auto& each : threads) each.join();
  for (const auto& sum : sums) CHECK(sum.value() == 8 * 40 * 41 / 2);
}

TEST_CASE("tasks compute with floating-point numbers as the thread that has submitted them") {
  scheduler sched(2);
  flow_graph graph(sched);
  std::deque<handle<int>> modes(20);
  const int before = std::fegetround();
  std::fesetround(FE_UPWARD);
  for (auto& mode : modes) graph.submit(write(mode), [](int& v) { v = std::fegetround(); });
  std::fesetround(before);
  graph.run();
  for (const auto& mode : modes) CHECK(mode.value() == FE_UPWARD);
  int asked = 0;
  std::fesetround(FE_DOWNWARD);
  graph.run_until([&asked] { return (asked = std::fegetround()) != FE_UPWARD; });
  std::fesetround(before);
  CHECK(asked == FE_DOWNWARD);
}

TEST_CASE("every catalogued pool carries a graph") {
  tests::for_each_choice({1, 3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow_graph graph(sched);
    std::deque<handle<long>> cells(50);  // more tasks at the end than one gate takes
    handle<long> sum(0), last(0);
    for (auto& cell : cells) graph.submit(write(cell), [](long& v) { ++v; });
    for (auto& cell : cells) graph.submit(read(cell), add(sum), [](const long& v, long& s) { s += v; });
    graph.submit(read(sum), write(last), [](const long& s, long& l) { l = s; });
    for (auto& cell : cells) graph.submit(write(cell), [](long& v) { ++v; });
    graph.submit(priority(1), write(last), [](long& l) { l += 1000; });
    graph.run(10);
    long expected = 0;
    for (long round = 0; round < 10; ++round) expected += 50 * (2 * round + 1);
    CHECK(sum.value() == expected);
    CHECK(last.value() == expected + 1000);
    for (const auto& cell : cells) CHECK(cell.value() == 20);
  });
}

}  // namespace graph_test
