// parallel_for over indices, blocks, iterators and ranges.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace parallel_for_test {

using namespace jackdaw;
using tests::scaled;

TEST_CASE("every index exactly once, ranges of all lengths") {
  tests::for_each_size([](scheduler& sized) {
    for (const int size : {0, 1, 2, 3, 7, 100, 1001, scaled(200000)}) {
      CAPTURE(size);
      tests::tally ran(static_cast<std::size_t>(size));
      const auto note = [&](std::size_t i) { ran(i); };
      sized.run([&](worker& w) {
        parallel_for(w, std::size_t{0}, static_cast<std::size_t>(size), note);
        parallel_for(w, 0, static_cast<unsigned long>(size), [&](worker&, std::size_t i) { note(i); });
        parallel_for_blocked(w, 10, size + 10, [&](int from, int to) {
          for (int i = from; i < to; ++i) note(static_cast<std::size_t>(i - 10));
        });
        parallel_for_blocked(w, -size, 0, [&](worker&, int from, int to) {
          for (int i = from; i < to; ++i) note(static_cast<std::size_t>(-i - 1));
        });
        parallel_for(std::size_t{0}, static_cast<std::size_t>(size), note);
      });
      CHECK(ran.wrong(5) == 0);
    }
  });
}

TEST_CASE("elements of iterators and ranges can be changed") {
  tests::for_each_size([](scheduler& sized) {
    std::vector<int> numbers(static_cast<std::size_t>(scaled(10000)));
    std::iota(numbers.begin(), numbers.end(), 0);
    sized.run([&](worker& w) {
      parallel_for(w, numbers, [](int& n) { n *= 2; });
      parallel_for(w, numbers.begin(), numbers.end(), [](worker&, int& n) { ++n; });
      parallel_for(w, numbers.data(), numbers.data(), [](int& n) { n = 0; });
      parallel_for(std::array<int, 3>{1, 2, 3}, [](int) {});
    });
    parallel_for(numbers.begin(), numbers.end(), [](int& n) { ++n; });
    parallel_for(numbers, [](int& n) { --n; });
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      wrong += numbers[i] != 2 * static_cast<int>(i) + 1 ? 1 : 0;
    CHECK(wrong == 0);
  });
}

TEST_CASE("nested, in joins and in each other, with work of very different size") {
  tests::for_each_size([](scheduler& sized) {
    constexpr int rows = 40;
    const int columns = scaled(1000);
    tests::tally ran(static_cast<std::size_t>(2 * rows * columns));
    const auto half = [&](worker& w, int from) {
      parallel_for(w, from, from + rows, [&](worker& v, int row) {
        parallel_for(v, 0, columns, [&](int column) {
          if (column == 0 && row % 17 == 0) tests::work(50000);
          ran(static_cast<std::size_t>(row * columns + column));
        });
      });
    };
    sized.run([&](worker& w) { join(w, [&](worker& v) { half(v, 0); }, [&](worker& v) { half(v, rows); }); });
    CHECK(ran.wrong() == 0);
  });
}

TEST_CASE("an exception ends the loop early, comes out, and no call goes on") {
  tests::for_each_size([](scheduler& sized) {
    for (int round = 0; round < scaled(50); ++round) {
      std::atomic<int> inside{0};
      const int size = 1000;
      bool thrown = false;
      sized.run([&](worker& w) {
        try {
          parallel_for(w, 0, size, [&](int i) {
            ++inside;
            tests::work(i % 50);
            --inside;
            if (i % 300 == 7 * round % 300) throw std::runtime_error("enough");
          });
        } catch (const std::runtime_error&) { thrown = inside == 0; }
      });
      CHECK(thrown);
    }
    CHECK_THROWS_AS(sized.run([&](worker& w) { parallel_for(w, 0, 1, [](int) { throw 1; }); }), int);
    tests::check_usable(sized);
  });
}

TEST_CASE("a stop token ends the loop between calls, without an exception") {
  tests::for_each_size([](scheduler& sized) {
    const int size = scaled(100000);
    std::atomic<int> calls{0};
    std::stop_source source;
    sized.run([&](worker& w) {
      const auto body = [&](int i) {
        ++calls;
        tests::work(100);
        if (i == size / 100) source.request_stop();
        // The thread that shall stop may have lost its processor.
        if (calls > size / 2 && !source.stop_requested())
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
      };
      parallel_for(w, 0, size, body, source.get_token());
      CHECK(calls < size);
      const int before = calls;
      parallel_for(w, 0, size, body, source.get_token());
      parallel_for_blocked(w, 0, size, [&](int, int) { ++calls; }, source.get_token());
      CHECK(calls == before);
      parallel_for(w, 0, 10, [&](int) { ++calls; }, std::stop_token{});
      CHECK(calls == before + 10);
    });
  });
}

TEST_CASE("from several threads at once") {
  std::vector<std::thread> callers;
  tests::tally ran(4000);
  for (std::size_t caller = 0; caller < 4; ++caller) {
    callers.emplace_back(
        [&, caller] { parallel_for(1000 * caller, 1000 * (caller + 1), [&](std::size_t i) { ran(i); }); });
  }
  for (auto& caller : callers) caller.join();
  CHECK(ran.wrong() == 0);
}

}  // namespace parallel_for_test
