// join_n: each call once, each result in its place, whatever their number; exceptions; forms without a worker.
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <jackdaw/observe.hpp>

#include "tests/fork_join/support.hpp"

namespace join_n_test {

using namespace jackdaw;
using tests::for_each_size;
using tests::result_in;

namespace {

long sum_of_tree(worker& w, long first, long size) {
  if (size == 1) return first;
  std::array<long, 10> found{};
  const long part = size / 10;
  join_n(
      w, found.size(),
      [first, part](worker& v, std::size_t i) {
        return sum_of_tree(v, first + static_cast<long>(i) * part, part);
      },
      found);
  return std::accumulate(found.begin(), found.end(), 0L);
}

struct failure {
  std::size_t number;
};

}  // namespace

TEST_CASE("each call is made once, and its result lies in its place") {
  for_each_size([](scheduler& where) {
    for (const std::size_t count : {0U, 1U, 2U, 3U, 10U, 1000U, 100'000U}) {
      CAPTURE(count);
      tests::tally calls(count);
      std::vector<std::size_t> results(count + 1, 7);
      where.run([&](worker& w) {
        join_n(
            w, count,
            [&](std::size_t i) {
              calls(i);
              return 3 * i;
            },
            results);
      });
      CHECK(calls.wrong() == 0);
      std::size_t wrong = results[count] == 7 ? 0 : 1;
      for (std::size_t i = 0; i < count; ++i) wrong += results[i] == 3 * i ? 0 : 1;
      CHECK(wrong == 0);
    }
  });
}

TEST_CASE("a tree with ten children a node, again and again") {
  for_each_size([](scheduler& where) {
    for (int round = 0; round < 20; ++round)
      REQUIRE(result_in(where, [](worker& w) { return sum_of_tree(w, 0, 10'000); }) == 10'000L * 9'999 / 2);
  });
}

TEST_CASE("results may be moved only, and lie behind a pointer or a span") {
  scheduler where(2);
  std::array<std::unique_ptr<std::string>, 20> texts;
  std::array<int, 20> numbers{};
  where.run([&](worker& w) {
    join_n(
        w, texts.size(), [](std::size_t i) { return std::make_unique<std::string>(i, 'x'); }, texts.data());
    join_n(
        w, texts.size(), [&](worker&, std::size_t i) { return static_cast<int>(texts[i]->size()); },
        std::span<int>(numbers));
  });
  for (int i = 0; i < 20; ++i) CHECK(numbers[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("without results, and without a worker, from any thread") {
  std::atomic<int> calls{0};
  std::array<int, 30> results{};
  std::thread([&] {
    join_n(100, [&](std::size_t) { ++calls; });
    join_n(
        results.size(), [](worker& w, std::size_t i) { return static_cast<int>(i + w.workers()); }, results);
  }).join();
  CHECK(calls == 100);
  CHECK(results[29] == static_cast<int>(29 + default_scheduler().workers()));
}

TEST_CASE("others make calls while the first does not end") {
  scheduler where(2);
  std::atomic<std::size_t> others{0};
  constexpr std::size_t count = 50;
  where.run([&](worker& w) {
    join_n(w, count, [&](std::size_t i) {
      if (i != 0) {
        ++others;
      } else {
        while (others != count - 1) std::this_thread::yield();
      }
    });
  });
  CHECK(others == count - 1);
}

TEST_CASE("the exception with the least number that was thrown comes out, after all calls that have begun") {
  for_each_size([](scheduler& where) {
    for (std::size_t least = 0; least < 12; ++least) {
      CAPTURE(least);
      std::atomic<int> inside{0};
      std::vector<int> results(12, -1);
      try {
        where.run([&](worker& w) {
          join_n(
              w, results.size(),
              [&](std::size_t i) {
                ++inside;
                tests::tally spent(1);
                --inside;
                if (i >= least) throw failure{i};
                return static_cast<int>(i);
              },
              results);
        });
        FAIL("nothing was thrown");
      } catch (const failure& thrown) { CHECK(thrown.number == least); }
      CHECK(inside == 0);
      for (std::size_t i = 0; i < least; ++i) CHECK(results[i] == static_cast<int>(i));
    }
  });
}

TEST_CASE("an observer sees the calls as branches") {
  observed_scheduler<measure::work_span> where(2);
  std::array<long, 10> results{};
  where.run([&](auto& w) {
    join_n(w, results.size(), [](std::size_t i) { return static_cast<long>(i); }, results);
  });
  CHECK(std::accumulate(results.begin(), results.end(), 0L) == 45);
  CHECK(where.observer().result().tasks >= results.size());
}

}  // namespace join_n_test
