// parallel_scan and parallel_exclusive_scan of all lengths. Their bits, and how they take operations:
// tests/fork_join/parallel/parallel_reduce_test.cpp.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace parallel_scan_test {

using namespace jackdaw;
using tests::scaled;

TEST_CASE("scans of all lengths, in place and elsewhere, of any associative operation") {
  tests::for_each_size([](scheduler& sized) {
    for (const std::size_t size :
         {0UL, 1UL, 2UL, 2048UL, 2049UL, 4097UL, static_cast<std::size_t>(scaled(100000))}) {
      CAPTURE(size);
      std::vector<long> numbers(size);
      for (std::size_t i = 0; i < size; ++i) numbers[i] = static_cast<long>(i * 7919 % 1013);
      std::vector<long> sums(size);
      std::inclusive_scan(numbers.begin(), numbers.end(), sums.begin());
      std::vector<long> found(size);
      CHECK(parallel_scan(numbers.begin(), numbers.end(), found.begin()) == found.end());
      CHECK(found == sums);
      std::vector<long> peaks(size);
      const auto larger = [](long a, long b) { return std::max(a, b); };
      std::inclusive_scan(numbers.begin(), numbers.end(), peaks.begin(), larger);
      sized.run(
          [&](worker& w) { parallel_scan(w, numbers.begin(), numbers.end(), numbers.begin(), larger); });
      CHECK(numbers == peaks);
    }
  });
}

TEST_CASE("exclusive scans of all lengths, in place and elsewhere") {
  tests::for_each_size([](scheduler& sized) {
    for (const std::size_t size : {0UL, 1UL, 2UL, 2048UL, 2049UL, static_cast<std::size_t>(scaled(50000))}) {
      CAPTURE(size);
      std::vector<std::string> words;
      for (std::size_t i = 0; i < size; ++i) words.push_back(std::string(i % 997 == 5 ? 1 : 0, 'x'));
      std::vector<std::string> expected(size);
      std::exclusive_scan(words.begin(), words.end(), expected.begin(), std::string("<"));
      std::vector<std::string> found(size);
      CHECK(parallel_exclusive_scan(words.begin(), words.end(), found.begin(), "<") == found.end());
      CHECK(found == expected);
      sized.run([&](worker& w) {
        parallel_exclusive_scan(w, words.begin(), words.end(), words.begin(), "<", std::plus<>());
      });
      CHECK(words == expected);
    }
  });
}

TEST_CASE("what an exclusive scan begins with says what its sums are") {
  tests::for_each_size([](scheduler& sized) {
    const std::size_t size = static_cast<std::size_t>(scaled(100000));
    const auto in = [&](const auto& elements, auto init, auto output) {
      std::vector<decltype(output)> found(elements.size());
      sized.run([&](worker& w) {
        CHECK(parallel_exclusive_scan(w, elements.begin(), elements.end(), found.begin(), init) ==
              found.end());
      });
      return found;
    };
    const auto by_std = [](const auto& elements, auto init) {
      std::vector<decltype(init)> expected(elements.size());
      std::exclusive_scan(elements.begin(), elements.end(), expected.begin(), init);
      return expected;
    };
    const std::vector<int> large(size, 100'000);
    CHECK(in(large, 0L, 0L) == by_std(large, 0L));
    CHECK(in(large, 0.5, 0.0) == by_std(large, 0.5));
    const std::vector<unsigned char> bytes(size, 200);
    CHECK(in(bytes, 7L, 0L) == by_std(bytes, 7L));
    CHECK(in(bytes, 0, 0) == by_std(bytes, 0));
    const std::vector<bool> bits(size, true);
    CHECK(in(bits, 0, 0) == by_std(bits, 0));
    // Both are numbers: no fraction is lost, unlike in std::exclusive_scan.
    const std::vector<double> halves(size, 0.5);
    CHECK(in(halves, 0, 0.0) == by_std(halves, 0.0));
    // Elements that do not convert to what it begins with.
    const std::vector<std::string> letters{"a", "b", "c"};
    CHECK(in(letters, "<", std::string()) == std::vector<std::string>{"<", "<a", "<ab"});
  });
}

TEST_CASE("sums of integers: a part of the range is out of range, and no prefix is") {
  const int most = std::numeric_limits<int>::max();
  const int pattern[] = {most, -most, -most, most};
  std::vector<int> numbers(static_cast<std::size_t>(scaled(100000)));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = pattern[i % 4];
  std::vector<int> expected(numbers.size());
  std::inclusive_scan(numbers.begin(), numbers.end(), expected.begin());
  tests::for_each_size([&](scheduler& sized) {
    std::vector<int> found(numbers.size());
    sized.run([&](worker& w) { parallel_scan(w, numbers.begin(), numbers.end(), found.begin()); });
    CHECK(found == expected);
  });
}

}  // namespace parallel_scan_test
