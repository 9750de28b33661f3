// Little is hidden in a loop, or in a sum of integers: all calls that have not begun, but the rest of a row, can be made
// while one of them does not end.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/parallel/open_chunk.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace hiding_test {

using namespace jackdaw;
using tests::scaled;

namespace {

/// A call that does not end before all others are over; hangs, and meets the time limit, when one stays hidden.
class last_one {
 public:
  explicit last_one(std::size_t others) : others_(others) {}
  void count() { ++over_; }
  void await_others() const {
    while (over_ != others_) std::this_thread::yield();
  }

 private:
  std::size_t others_;
  std::atomic<std::size_t> over_{0};
};

}  // namespace

TEST_CASE(
    "the others are executed while any one index of a loop waits for them, where the body takes the worker") {
  for (const unsigned workers : {2U, 4U}) {
    CAPTURE(workers);
    scheduler sized(workers);
    for (const std::size_t size : {2UL, 3UL, 1000UL, static_cast<std::size_t>(scaled(100000))}) {
      CAPTURE(size);
      std::vector<int> numbers(size);
      std::iota(numbers.begin(), numbers.end(), 0);
      // The first, some after it, the middle, one after thousands of cheap calls, the last.
      for (const std::size_t index : {std::size_t{0}, std::size_t{1}, size / 16, size / 2 - 1, size / 2,
                                      size - size / 7, size - 2, size - 1}) {
        if (index >= size) continue;
        CAPTURE(index);
        last_one by_index(size - 1);
        last_one by_element(size - 1);
        sized.run([&](worker& w) {
          parallel_for(w, std::size_t{0}, size, [&](worker&, std::size_t i) {
            i == index ? by_index.await_others() : by_index.count();
          });
          parallel_for(w, numbers, [&](worker&, int i) {
            static_cast<std::size_t>(i) == index ? by_element.await_others() : by_element.count();
          });
        });
      }
    }
  }
}

TEST_CASE(
    "a body without the worker is called in rows: no more than the rest of one waits behind a long call") {
  using call = std::function<void(worker&, std::size_t, const std::function<void(std::size_t)>&)>;
  const call loop = [](worker& w, std::size_t size, const auto& body) {
    parallel_for(w, std::size_t{0}, size, [&](std::size_t i) { body(i); });
  };
  const call sum = [](worker& w, std::size_t size, const auto& body) {
    const auto one = [&](std::size_t i) -> std::size_t {
      body(i);
      return 1;
    };
    CHECK(parallel_reduce(w, std::size_t{0}, size, std::size_t{0}, one, std::plus<>()) == size);
  };
  constexpr std::size_t longest_row = 256;
  for (const call* in : {&loop, &sum}) {
    for (const unsigned workers : {2U, 4U}) {
      CAPTURE(in == &sum);
      CAPTURE(workers);
      scheduler sized(workers);
      const auto size = static_cast<std::size_t>(scaled(100000));
      for (const std::size_t index : {std::size_t{0}, size / 16, size / 2, size - size / 7, size - 1}) {
        CAPTURE(index);
        std::vector<std::atomic<char>> made(size);  // one for each call, so that calls are short
        const auto count = [&made] {
          return std::ranges::count(made, 1, [](const auto& one) { return one.load(); });
        };
        sized.run([&](worker& w) {
          (*in)(w, size, [&](std::size_t i) {
            if (i == index) {
              while (static_cast<std::size_t>(count()) + longest_row < size) std::this_thread::yield();
            }
            made[i].store(1, std::memory_order_relaxed);
          });
        });
        CHECK(static_cast<std::size_t>(count()) == size);
      }
    }
  }
}

TEST_CASE("the others are executed also where a worker has taken all but the call in which its owner was") {
  for (const unsigned workers : {2U, 4U}) {
    CAPTURE(workers);
    scheduler sized(workers);
    const std::size_t size = 10000;
    for (const std::size_t index : {size / 16 + 1, size / 2 - 1, size / 2 + 1, size - 2}) {
      CAPTURE(index);
      last_one last(size - 1);
      std::atomic<bool> taken{false};
      sized.run([&](worker& w) {
        parallel_for(w, std::size_t{0}, size, [&](worker&, std::size_t i) {
          if (i == 300) taken = true;
          while (i == 0 && !taken) std::this_thread::yield();
          i == index ? last.await_others() : last.count();
        });
      });
    }
  }
}

namespace {

/// Waits inside a task until another thread finds that `is_over`. Meanwhile a reserve thread is the worker.
void wait_until(scheduler& pool, const std::function<bool()>& is_over) {
  flow tasks(pool);
  std::optional<completion> kept;
  tasks.submit(with_completion, [&](completion done) { kept.emplace(std::move(done)); });
  std::thread other([&] {
    while (!is_over()) std::this_thread::yield();
    kept->fulfil();
  });
  tasks.wait();
  other.join();
}

}  // namespace

TEST_CASE("one worker executes what follows calls that wait for a flow, whichever call waits") {
  scheduler one(1U);
  constexpr int size = 1000;
  for (const int early : {0, 1, size / 2}) {
    for (const int late : {early + 1, size - size / 7, size - 2}) {
      CAPTURE(early);
      CAPTURE(late);
      std::atomic<int> begun{0};
      std::atomic<bool> is_last_begun{false};
      one.run([&](worker& w) {
        parallel_for(w, 0, size, [&](worker&, int i) {
          ++begun;
          if (i == size - 1) is_last_begun = true;
          if (i == early || i == late) wait_until(one, [&] { return is_last_begun.load(); });
        });
      });
      CHECK(begun == size);
    }
  }
}

TEST_CASE("the same where each index is a loop itself") {
  scheduler two(2);
  constexpr std::size_t rows = 50;
  constexpr std::size_t columns = 50;
  for (const std::size_t index : {std::size_t{0}, rows * columns / 2, rows * columns - 1}) {
    CAPTURE(index);
    last_one last(rows * columns - 1);
    two.run([&](worker& w) {
      parallel_for(w, std::size_t{0}, rows, [&](worker& v, std::size_t row) {
        parallel_for(v, row * columns, (row + 1) * columns,
                     [&](worker&, std::size_t i) { i == index ? last.await_others() : last.count(); });
      });
    });
  }
}

TEST_CASE("a block is one call, but all other blocks are executed meanwhile") {
  scheduler two(2);
  constexpr std::size_t size = 10000;
  for (const std::size_t index : {std::size_t{0}, size / 2, size - 1}) {
    CAPTURE(index);
    std::atomic<std::size_t> over{0};
    two.run([&](worker& w) {
      parallel_for_blocked(w, std::size_t{0}, size, [&](std::size_t first, std::size_t last) {
        if (first <= index && index < last) {
          while (over != size - (last - first)) std::this_thread::yield();
        } else {
          over += last - first;
        }
      });
    });
  }
}

TEST_CASE(
    "an owner that is asked between two calls gives away the further half of what is left, or is stolen from "
    "by force") {
  for (int round = 0; round < scaled(1000); ++round) {
    fork_join::open_chunk chunk(0, 1000000);
    std::uint64_t rest = 0;
    std::thread thief([&] { rest = chunk.take_rest(false); });
    std::uint64_t i = 0;
    while (i < 1000000 && chunk.begins(i, i + 1)) ++i;
    const std::uint64_t end = i < 1000000 ? chunk.kept_from(i) : i;
    thief.join();
    REQUIRE(end == rest);  // so that each is executed once
    REQUIRE(end >= i);
  }
}

TEST_CASE(
    "an owner inside a call is stolen from by force, and learns of it; after the last call nothing is left") {
  fork_join::open_chunk chunk(10, 20);
  CHECK(chunk.begins(10, 11));
  CHECK(chunk.take_rest(false) == 11);
  CHECK(!chunk.begins(11, 12));
  CHECK(chunk.kept_from(11) == 11);

  fork_join::open_chunk own(10, 20);
  CHECK(own.begins(10, 11));
  CHECK(own.take_rest(true) == 11);
  CHECK(!own.begins(11, 12));
  CHECK(own.kept_from(11) == 11);

  fork_join::open_chunk last(10, 12);
  CHECK(last.begins(10, 11));
  CHECK(last.begins(11, 12));
  CHECK(last.take_rest(false) == 12);
  CHECK(!last.begins(12, 13));
}

TEST_CASE(
    "without a cheap fence an owner inside a call is stolen from by force, too, and no other thread is asked "
    "for a "
    "fence") {
  struct no_fence {
    static bool available() { return false; }
    static void heavy() { FAIL("there is none"); }
  };
  fork_join::basic_open_chunk<no_fence> chunk(10, 20);
  CHECK(chunk.begins(10, 11));
  CHECK(chunk.begins(11, 12));
  CHECK(chunk.take_rest(false) == 12);
  CHECK(!chunk.begins(12, 13));
  CHECK(chunk.kept_from(12) == 12);

  fork_join::basic_open_chunk<no_fence> alone(10, 12);
  CHECK(alone.begins(10, 11));
  CHECK(alone.begins(11, 12));
  CHECK(!alone.begins(12, 13));
  CHECK(alone.take_rest(true) == 12);
}

}  // namespace hiding_test
