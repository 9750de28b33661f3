// parallel_sort and parallel_stable_sort.
#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using tests::scaled;

namespace {

struct record {
  int key;
  int number;
  bool operator==(const record&) const = default;
};
bool by_key(const record& a, const record& b) { return a.key < b.key; }

/// Inputs that are hard on sorting algorithms.
std::vector<std::vector<record>> inputs() {
  std::vector<std::vector<record>> all;
  for (const int size : {0, 1, 2, 31, 33, 2048, 2049, scaled(100000)}) {
    std::mt19937 random(static_cast<unsigned>(size));
    for (int shape = 0; shape < 6; ++shape) {
      std::vector<record> records;
      for (int i = 0; i < size; ++i) {
        const int any = static_cast<int>(random() % 1000000);
        const int key = shape == 0   ? any
                        : shape == 1 ? i
                        : shape == 2 ? -i
                        : shape == 3 ? 7
                        : shape == 4 ? any % 4
                                     : std::min(i, size - i);
        records.push_back({key, i});
      }
      all.push_back(std::move(records));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("sorted, nothing lost, on all shapes; stable where promised") {
  const auto originals = inputs();
  tests::for_each_size([&](scheduler& sized) {
    for (const auto& original : originals) {
      auto expected = original;
      std::sort(expected.begin(), expected.end(), [](const record& a, const record& b) {
        return a.key != b.key ? a.key < b.key : a.number < b.number;
      });
      auto unstable = original;
      auto stable = original;
      sized.run([&](worker& w) {
        parallel_sort(w, unstable.begin(), unstable.end(), by_key);
        parallel_stable_sort(w, stable.begin(), stable.end(), by_key);
      });
      CHECK(std::is_sorted(unstable.begin(), unstable.end(), by_key));
      std::vector<char> seen(original.size());
      for (const auto& r : unstable) seen[static_cast<std::size_t>(r.number)] = 1;
      CHECK(std::count(seen.begin(), seen.end(), 0) == 0);
      CHECK(stable == expected);
    }
  });
}

TEST_CASE("from any thread; strings; elements that can only be moved") {
  std::mt19937 random(3);
  std::vector<std::string> words;
  for (int i = 0; i < scaled(20000); ++i)
    words.push_back("a rather long word, number " + std::to_string(random()));
  auto expected = words;
  std::sort(expected.begin(), expected.end());
  auto stable = words;
  parallel_sort(words.begin(), words.end());
  parallel_stable_sort(stable.begin(), stable.end());
  CHECK(words == expected);
  CHECK(stable == expected);

  std::vector<std::unique_ptr<int>> pointers;
  for (int i = 0; i < 10000; ++i)
    pointers.push_back(std::make_unique<int>(static_cast<int>(random() % 1000)));
  const auto less = [](const auto& a, const auto& b) { return *a < *b; };
  parallel_sort(pointers.begin(), pointers.end(), less);
  CHECK(std::is_sorted(pointers.begin(), pointers.end(), less));
  std::shuffle(pointers.begin(), pointers.end(), random);
  parallel_stable_sort(pointers.begin(), pointers.end(), less);
  CHECK(std::is_sorted(pointers.begin(), pointers.end(), less));
}

TEST_CASE("an exception of the comparison comes out; the scheduler goes on") {
  tests::for_each_size([](scheduler& sized) {
    std::vector<std::shared_ptr<int>> held;
    for (int i = 0; i < 10000; ++i) held.push_back(std::make_shared<int>(i * 7919 % 10007));
    std::atomic<int> calls{0};
    const auto less = [&](const auto& a, const auto& b) {
      if (++calls == 20000) throw std::runtime_error("enough");
      return a < b;
    };
    CHECK_THROWS_AS(sized.run([&](worker& w) { parallel_sort(w, held.begin(), held.end(), less); }),
                    std::runtime_error);
    calls = 0;
    CHECK_THROWS_AS(sized.run([&](worker& w) { parallel_stable_sort(w, held.begin(), held.end(), less); }),
                    std::runtime_error);
    CHECK(held.size() == 10000);
    tests::check_usable(sized);
  });
}
