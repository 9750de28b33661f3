// parallel_reduce and parallel_scan: right results, the same bits everywhere.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace parallel_reduce_test {

using namespace jackdaw;
using tests::scaled;

namespace {

/// Numbers whose sum depends on the order of additions.
double uneven(long i) {
  return std::sin(static_cast<double>(i)) * std::pow(10.0, static_cast<double>(i % 30 - 15));
}

}  // namespace

TEST_CASE("sums of all lengths") {
  tests::for_each_size([](scheduler& sized) {
    for (const long size :
         {0L, 1L, 2L, 100L, 2047L, 2048L, 2049L, 5000L, static_cast<long>(scaled(300000))}) {
      CAPTURE(size);
      const auto sum = [size](auto&... w) {
        return parallel_reduce(w..., 0, size, 0L, [](long i) { return i; }, std::plus<>());
      };
      CHECK(tests::result_in(sized, [&](worker& w) { return sum(w); }) == size * (size - 1) / 2);
      CHECK(sum() == size * (size - 1) / 2);
    }
  });
}

TEST_CASE("products and sums of integers wrap as a plain loop's do, whatever the type and the operation") {
  const auto same = [](auto one, auto combine) {
    using T = decltype(one);
    const auto count = static_cast<std::uint32_t>(scaled(100'000));
    const auto value = [](std::uint32_t i) { return static_cast<T>(2 * (i % 1000) + 1); };
    T expected = one;
    for (std::uint32_t i = 0; i < count; ++i) expected = static_cast<T>(combine(expected, value(i)));
    CHECK(parallel_reduce(std::uint32_t{0}, count, one, value, combine) == expected);
  };
  same(std::uint64_t{1}, std::multiplies<>());
  same(std::uint64_t{1}, std::multiplies<std::uint64_t>());
  same(std::uint64_t{0}, std::plus<std::uint64_t>());
  same(std::uint32_t{0}, std::plus<>());
  same(std::uint8_t{0}, std::plus<std::uint8_t>());
  same(std::uint16_t{1}, std::multiplies<>());  // a product of two may be out of the range of int
  // Parts are out of range, and the whole is not.
  const auto high_and_low = [](int i) {
    const int most = std::numeric_limits<int>::max();
    return i % 4 < 2 ? most : -most;
  };
  CHECK(parallel_reduce(0, 100'000, 0, high_and_low, std::plus<>()) == 0);
}

TEST_CASE("the order is kept: combine need not be commutative") {
  tests::for_each_size([](scheduler& sized) {
    const int size = scaled(5000);
    const auto text = tests::result_in(sized, [&](worker& w) {
      return parallel_reduce(
          w, 0, size, std::string(), [](worker&, int i) { return std::to_string(i) + ' '; }, std::plus<>());
    });
    std::string expected;
    for (int i = 0; i < size; ++i) expected += std::to_string(i) + ' ';
    CHECK(text == expected);
  });
}

TEST_CASE("elements of iterators and ranges, with a worker and without") {
  tests::for_each_size([](scheduler& sized) {
    for (const int size : {0, 1, scaled(5000)}) {
      std::vector<std::string> words;
      std::string expected;
      for (int i = 0; i < size; ++i) expected += words.emplace_back(std::to_string(i));
      const auto same = [](const std::string& word) -> const std::string& { return word; };
      const auto all = [&](auto&... w) {
        CHECK(parallel_reduce(w..., words, std::string(), same, std::plus<>()) == expected);
        CHECK(parallel_reduce(w..., words.begin(), words.end(), std::string(), same, std::plus<>()) ==
              expected);
        CHECK(parallel_reduce(
                  w..., words.data(), words.data() + size, std::size_t{0},
                  [](worker&, const std::string& word) { return word.size(); },
                  std::plus<>()) == expected.size());
      };
      sized.run([&](worker& w) { all(w); });
      all();
    }
  });
}

TEST_CASE("floating-point sums have the same bits for any number of workers and in every run") {
  for (const int size : {10, 3000, scaled(100000)}) {
    std::vector<std::uint64_t> bits;
    std::vector<std::vector<double>> scans;
    tests::for_each_size([&](scheduler& sized) {
      for (int round = 0; round < 5; ++round) {
        bits.push_back(std::bit_cast<std::uint64_t>(tests::result_in(sized, [&](worker& w) {
          return parallel_reduce(
              w, 0, size, 0.0,
              [&](int i) {
                if (i % 1000 == round) tests::work(20000);
                return uneven(i);
              },
              std::plus<>());
        })));
        std::vector<double> numbers(static_cast<std::size_t>(size));
        for (int i = 0; i < size; ++i) numbers[static_cast<std::size_t>(i)] = uneven(i);
        sized.run([&](worker& w) { parallel_scan(w, numbers.begin(), numbers.end(), numbers.begin()); });
        scans.push_back(std::move(numbers));
      }
    });
    for (const auto other : bits) CHECK(other == bits.front());
    for (const auto& other : scans) CHECK(other == scans.front());
  }
}

TEST_CASE("numbers of 64 bits as elements, and what is made of them") {
  const std::size_t size = 10000;
  const auto indices = std::views::iota(std::size_t{0}, size);
  const auto doubled = indices | std::views::transform([](std::size_t i) { return 2 * i; });
  const auto same = [](std::size_t i) { return i; };
  tests::for_each_size([&](scheduler& sized) {
    sized.run([&](worker& w) {
      CHECK(parallel_reduce(w, indices, std::size_t{0}, same, std::plus<>()) == size * (size - 1) / 2);
      CHECK(parallel_reduce(w, doubled.begin(), doubled.end(), std::size_t{0}, same, std::plus<>()) ==
            size * (size - 1));
      std::vector<std::size_t> sums(size);
      CHECK(parallel_scan(w, doubled.begin(), doubled.end(), sums.begin()) == sums.end());
      CHECK(sums.back() == size * (size - 1));
      parallel_exclusive_scan(w, indices.begin(), indices.end(), sums.begin(), std::size_t{7});
      CHECK(sums.back() == 7 + (size - 1) * (size - 2) / 2);
    });
  });
  const auto from = std::uint64_t{0} - 3;
  CHECK(parallel_reduce(from, std::numeric_limits<std::uint64_t>::max(), std::uint64_t{0}, same,
                        std::plus<>()) == from + from + 1);
}

TEST_CASE("operations take their arguments as they like") {
  const std::vector<std::string> words(5000, "a word that is no short one");
  const std::size_t expected = 5000 * words[0].size();
  const auto same = [](const std::string& word) { return word; };
  const auto check = [&](worker& w, auto longer) {
    std::vector<std::string> held = words;
    CHECK(parallel_reduce(w, held, std::string(), same, longer).size() == expected);
    CHECK(held == words);
  };
  const auto check_scans = [&](worker& w, auto longest) {
    std::vector<std::string> held = words;
    std::vector<std::string> out(words.size());
    parallel_scan(w, held.begin(), held.end(), out.begin(), longest);
    CHECK(held == words);
    CHECK(out == words);
    parallel_exclusive_scan(w, held.begin(), held.end(), out.begin(), words[0], longest);
    CHECK(held == words);
    CHECK(out == words);
  };
  scheduler two(2);
  two.run([&](worker& w) {
    check(w, [](std::string a, std::string b) { return a + b; });
    check(w, [](const std::string& a, const std::string& b) { return a + b; });
    check(w, [](auto& a, auto& b) { return a + b; });
    check(w, [](std::string& a, std::string& b) { return a + b; });
    check_scans(w, [](std::string a, std::string b) { return std::max(a, b); });
    check_scans(w, [](auto& a, auto& b) { return std::max<std::string>(a, b); });
    check_scans(w, [](std::string& a, std::string& b) { return std::max(a, b); });
  });
  const bool found[] = {false, true, false};
  bool any[3] = {};
  parallel_scan(std::begin(found), std::end(found), std::begin(any), std::logical_or<>());
  CHECK((!any[0] && any[1] && any[2]));
}

/// A sum that has to lie at a multiple of its alignment.
template <std::size_t Alignment>
struct alignas(Alignment) wide_sum {
  long sum = 0;
  [[nodiscard]] bool lies_right() const {
    asm volatile("" : : "r"(this));  // it is not assumed
    return reinterpret_cast<std::uintptr_t>(this) % Alignment == 0;
  }
  friend wide_sum operator+(const wide_sum& a, const wide_sum& b) {
    return {a.lies_right() && b.lies_right() ? a.sum + b.sum : -1000000};
  }
};

TEST_CASE_TEMPLATE("sums of any alignment, in reductions, scans, joins, groups", T, wide_sum<128>,
                   wide_sum<256>, wide_sum<4096>) {
  tests::for_each_size([](scheduler& sized) {
    sized.run([](worker& w) {
      CHECK(parallel_reduce(w, 0, 3000, T(), [](int) { return T{1}; }, std::plus<>()).sum == 3000);
      std::vector<T> ones(2500, T{1});
      parallel_scan(w, ones.begin(), ones.end(), ones.begin());
      CHECK(ones.back().sum == 2500);
      const T one{1};
      const auto [a, b, c] = join(w, [one] { return one + one; }, [one] { return one; }, [] { return T{5}; });
      CHECK((a + b + c).sum == 8);
      T spawned;
      task_group group(w);
      group.spawn(w, [one] { return one + one; }, spawned);
      group.wait();
      CHECK(spawned.sum == 2);
    });
    CHECK(sized.run([](worker&) { return T{3}; }).sum == 3);
  });
}

TEST_CASE("exceptions of map and combine come out") {
  tests::for_each_size([](scheduler& sized) {
    const auto thrower = [](int i) {
      if (i == 777) throw std::runtime_error("777");
      return i;
    };
    CHECK_THROWS_AS(sized.run([&](worker& w) {
      static_cast<void>(parallel_reduce(w, 0, 5000, 0, thrower, std::plus<>()));
    }),
                    std::runtime_error);
    CHECK_THROWS_AS(static_cast<void>(parallel_reduce(
                        0, 5000, 0, [](int i) { return i; }, [](int, int) -> int { throw 1; })),
                    int);
    tests::check_usable(sized);
  });
}

}  // namespace parallel_reduce_test
