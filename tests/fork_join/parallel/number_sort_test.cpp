// Both sorts of numbers, which are divided in blocks (parallel/sort/block_partition.hpp), and sorted by digits where they are
// few (parallel/sort/radix_sort.hpp): all lengths, patterns and orders.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/parallel/sort/short_sort.hpp>

#include "tests/support/sizes.hpp"

namespace number_sort_test {

using namespace jackdaw;

namespace {

template <class T, class Compare>
void check_order(std::vector<T> numbers, Compare less) {
  std::vector<T> right = numbers;
  std::ranges::sort(right, less);
  std::vector<T> stable = numbers;
  parallel_sort(numbers.begin(), numbers.end(), less);
  CHECK(numbers == right);
  parallel_stable_sort(stable.begin(), stable.end(), less);
  CHECK(stable == right);
}

template <class T>
void check_orders(const std::vector<T>& numbers) {
  check_order(numbers, std::less<>());
  check_order(numbers, std::greater<T>());
  check_order(numbers, [](T a, T b) { return a > b; });  // one that is not divided in blocks
}

/// Around the sizes of blocks, and of what is sorted by one worker.
std::vector<std::size_t> lengths() {
  const auto many = static_cast<std::size_t>(tests::scaled(50'000));
  return {0,   1,   2,   16,  24,  25,   95,   96,   97,    127,   128, 129,
          255, 256, 257, 300, 999, 2048, 2049, 5000, 16384, 16385, many};
}

/// Of each length, numbers that make() returns one by one.
template <class T>
void check_lengths(const auto& make) {
  for (const std::size_t length : lengths()) {
    CAPTURE(length);
    std::vector<T> numbers(length);
    for (T& each : numbers) each = make();
    check_orders(numbers);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("numbers that look random", T, std::uint64_t, std::int64_t, int, std::uint16_t,
                   std::int8_t, double, float, long double) {
  base::random random(1);
  check_lengths<T>([&] { return static_cast<T>(random.below(std::numeric_limits<std::uint32_t>::max())); });
}

TEST_CASE_TEMPLATE("numbers of all bits and both signs", T, std::uint64_t, std::int64_t, std::int32_t,
                   char16_t, double, float) {
  base::random random(5);
  check_lengths<T>([&] {
    T made{};
    do {
      const std::uint64_t bits =
          std::uint64_t{random.below(~std::uint32_t{0})} << 32U | random.below(~std::uint32_t{0});
      std::memcpy(&made, &bits, sizeof(T));
    } while (made != made);  // NaN
    return made;
  });
}

TEST_CASE("numbers that share their highest bits with many others, and differ in low ones") {
  base::random random(6);
  for (const std::uint32_t highest : {1U, 2U, 5U, 300U}) {
    CAPTURE(highest);
    check_lengths<std::uint64_t>(
        [&] { return std::uint64_t{random.below(highest)} << 55U | random.below(1U << 20U); });
  }
  check_lengths<std::uint64_t>([&] { return std::uint64_t{1} << random.below(64) | random.below(3); });
}

TEST_CASE("few different numbers: copies of a pivot are put beside it") {
  base::random random(2);
  for (const std::size_t length : lengths()) {
    for (const std::uint32_t values : {1U, 2U, 3U, 17U}) {
      CAPTURE(length);
      CAPTURE(values);
      std::vector<int> numbers(length);
      for (int& each : numbers) each = static_cast<int>(random.below(values));
      check_orders(numbers);
      check_order(numbers, std::ranges::less());
      check_order(numbers, std::ranges::greater());
    }
  }
}

TEST_CASE("numbers in order, in reverse, up and down, and all of them in order but one") {
  for (const std::size_t length : lengths()) {
    CAPTURE(length);
    std::vector<double> numbers(length);
    for (std::size_t i = 0; i < length; ++i) numbers[i] = static_cast<double>(i);
    check_orders(numbers);
    if (length > 0) numbers.front() = static_cast<double>(length);
    check_orders(numbers);
    std::ranges::reverse(numbers);
    check_orders(numbers);
    for (std::size_t i = 0; i < length; ++i) numbers[i] = static_cast<double>(std::min(i, length - i));
    check_orders(numbers);
  }
}

TEST_CASE("a range in order, in reverse, or with its ends exchanged is divided in the middle") {
  std::less<> less;
  for (const int size : {25, 64, 127, 128}) {
    CAPTURE(size);
    std::vector<int> ascending(static_cast<std::size_t>(size));
    std::iota(ascending.begin(), ascending.end(), 0);
    std::vector<int> descending(ascending.rbegin(), ascending.rend());
    std::vector<int> left_over =
        ascending;  // what a division leaves of a descending range: the largest one is first
    std::ranges::rotate(left_over, left_over.end() - 1);
    for (std::vector<int>* const numbers : {&ascending, &descending, &left_over}) {
      const auto middle = fork_join::partition_by_median(numbers->begin(), numbers->end(), less);
      CHECK(std::min(middle.first - numbers->begin(), numbers->end() - middle.last) >= size / 4);
    }
  }
}

TEST_CASE("zeros of both signs are equal, and stay in their order where that is promised") {
  base::random random(4);
  for (const std::size_t length : lengths()) {
    CAPTURE(length);
    std::vector<double> numbers(length);
    for (double& each : numbers) each = random.below(4) == 0 ? 1.0 : random.below(2) == 0 ? 0.0 : -0.0;
    std::vector<double> right = numbers;
    std::ranges::stable_sort(right);
    parallel_stable_sort(numbers.begin(), numbers.end());
    const auto same = [](double a, double b) { return a == b && std::signbit(a) == std::signbit(b); };
    CHECK(std::ranges::equal(numbers, right, same));
  }
}

TEST_CASE("values that have no order, such as NaN, are not lost and not doubled") {
  base::random random(3);
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t length : lengths()) {
    CAPTURE(length);
    std::vector<double> numbers(length);
    for (double& each : numbers) each = random.below(3) == 0 ? none : static_cast<double>(random.below(100));
    const auto ordered = [](std::vector<double> all) {
      std::erase_if(all, [](double each) { return each != each; });
      std::ranges::sort(all);
      return all;
    };
    const std::vector<double> right = ordered(numbers);
    parallel_sort(numbers.begin(), numbers.end());
    CHECK(ordered(numbers) == right);
    CHECK(numbers.size() == length);
  }
}

}  // namespace number_sort_test
