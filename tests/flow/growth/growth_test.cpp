// How the costs of reductions and reservations grow (tests/flow/growth/growth.hpp).
#include "tests/flow/growth/growth.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>
#include <jackdaw/flow/part/array_handle.hpp>

using namespace jackdaw;
using tests::check_growth;
using tests::looks_of;

TEST_CASE("reductions in order whose tasks end in any order are looked at as often as they are many") {
  for (const unsigned workers : {1U, 2U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    check_growth(
        [&](std::size_t n) {
          flow tasks(sched);
          handle<long> gate(0);
          std::vector<handle<int>> before(n);
          handle<std::uint64_t> total(std::uint64_t{0});
          tasks.submit(write(gate), [](long&) {});
          base::random random(3);
          std::vector<std::size_t> order(n);
          for (std::size_t i = 0; i < n; ++i) order[i] = i;
          for (std::size_t i = n; i > 1; --i)
            std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
          std::vector<decltype(tasks.reserve(write(before[0])))> places;
          for (std::size_t i = 0; i < n; ++i) places.push_back(tasks.reserve(write(before[i])));
          for (std::size_t i = 0; i < n; ++i) {
            tasks.submit(reduce_in_order(total), read(before[i]), [i](std::uint64_t& t, int) { t += i; });
          }
          for (const std::size_t i : order) {
            places[i].submit([](int& x) { x = 1; });
            if (i % 64 == 0) tasks.wait(before[i]);
          }
          tasks.wait();
          CHECK(total.value() == n * (n - 1) / 2);
        },
        1000);
  }
}

namespace {

/// n tasks reduce `total` while a task of another scheduler has it, until all have run. `second`: a flow that has some
/// of them.
template <class Scheduler>
void reduce_while_busy(Scheduler& sched, basic_flow<Scheduler>& second, std::size_t n, auto&& submit) {
  scheduler other(2);
  handle<std::uint64_t> total(std::uint64_t{0});
  std::atomic<std::size_t> ran{0};
  flow there(other);
  there.submit(write(total), [&](std::uint64_t&) {
    while (ran < n) std::this_thread::yield();
  });
  {
    basic_flow tasks(sched);
    for (std::size_t i = 0; i < n; ++i) submit(tasks, total, ran, i);
    try {
      tasks.wait();
    } catch (const flow_error&) { CHECK(total.value() < n); }
  }
  there.wait();
  second.wait();
}

auto add_one(std::atomic<std::size_t>& ran) {
  return [&ran](std::uint64_t& t) {
    ++t;
    ++ran;
  };
}

}  // namespace

TEST_CASE("reductions of a busy object: with reservations elsewhere, beside another flow, when they fail") {
  enum class beside { nothing, reservation, other_flow, failures, reads };
  for (const auto what :
       {beside::nothing, beside::reservation, beside::other_flow, beside::failures, beside::reads}) {
    CAPTURE(static_cast<int>(what));
    scheduler elsewhere(1);
    handle<int> strange_handle(0);
    flow strange(elsewhere);
    std::optional<decltype(strange.reserve(write(strange_handle)))> unused;
    if (what == beside::reservation) unused.emplace(strange.reserve(write(strange_handle)));
    scheduler sched(1);
    check_growth(
        [&](std::size_t n) {
          flow second(sched);
          reduce_while_busy(sched, second, n,
                            [&](flow& tasks, handle<std::uint64_t>& total, auto& ran, std::size_t i) {
                              flow& by = what == beside::other_flow && i % 2 == 0 ? second : tasks;
                              if (what == beside::failures && i < n / 2) {
                                by.submit(reduce(total), [&ran](std::uint64_t&) {
                                  ++ran;
                                  throw 1;
                                });
                              } else {
                                by.submit(reduce(total), add_one(ran));
                              }
                              if (what == beside::reads) by.submit(read(total), [](std::uint64_t) {});
                            });
        },
        1000);
  }
}

TEST_CASE("many reservations are used in any order, given up one by one, and by the end of their flow") {
  scheduler sched(2);
  base::random random(9);
  for (const std::size_t n : {1U, 2U, 50U}) {
    CAPTURE(n);
    std::vector<handle<int>> objects(n);
    auto tasks = std::make_unique<flow>(sched);
    flow other(sched);
    using place = decltype(tasks->reserve(write(objects[0])));
    std::vector<std::optional<place>> places;
    std::vector<std::optional<place>> others;
    for (auto& each : objects) {
      places.emplace_back(tasks->reserve(write(each)));
      others.emplace_back(other.reserve(write(each)));
    }
    std::vector<int> uses(n, 0);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = random.below(static_cast<std::uint32_t>(n));
      if (!places[i].has_value()) continue;
      if (k % 3 != 0) {
        places[i]->submit([](int& x) { ++x; });
        uses[i] = 1;
      }
      places[i].reset();  // else given up
    }
    tasks.reset();  // gives up the rest
    for (std::size_t i = 0; i < n; ++i) {
      if (places[i].has_value()) CHECK_THROWS_AS(places[i]->submit([](int&) {}), std::logic_error);
      others[n - 1 - i]->submit([](int& x) { x += 10; });
    }
    other.wait();
    for (std::size_t i = 0; i < n; ++i) CHECK(objects[i].value() == uses[i] + 10);
    CHECK(!dataflow::reservations::any());
  }
}

TEST_CASE("a search for what reservations hold up looks at each waiting task about once") {
  scheduler sched(1);
  for (const bool at_one_handle : {false, true}) {
    CAPTURE(at_one_handle);
    check_growth(
        [&](std::size_t n) {
          std::vector<handle<int>> objects(n + 1);
          flow tasks(sched);
          using place = decltype(tasks.reserve(write(objects[0])));
          std::vector<place> places;
          for (std::size_t i = 0; i < n; ++i) {
            auto& at = objects[at_one_handle ? 0 : i];
            places.push_back(tasks.reserve(write(at)));
            tasks.submit(write(at), write(objects[i + 1]), [](int&, int&) {});
            tasks.submit(read(objects[i + 1]), [](int) {});
          }
          CHECK_THROWS_AS(tasks.wait(), stuck);
        },
        500);
  }
}

TEST_CASE(
    "writes to ranges that overlap anyhow, all of them under way, look at as many pieces as they are many") {
  scheduler sched(1);
  check_growth(
      [&](std::size_t n) {
        flow tasks(sched);
        handle<int> key;
        array_handle<char> a(1'000'000);
        base::random random(7);
        auto gate = tasks.reserve(write(key));
        tasks.submit(read(key), write(a), [](int, std::span<char>) {});
        std::size_t sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
          const std::size_t from = random.below(500'000);
          tasks.submit(write(a.range(from, from + 1 + random.below(499'999))),
                       [&sum](std::span<char> x) { sum += x.empty() ? 0 : 1; });
        }
        gate.submit([](int&) {});
        tasks.wait();
        CHECK(sum == n);
      },
      400);
}
