// parallel_sort and parallel_stable_sort.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <ranges>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/parallel/counted_elements.hpp"
#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace parallel_sort_test {

using namespace jackdaw;
using tests::counted;
using tests::counted_elements;
using tests::is_complete;
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

/// Calls both sorts, each of them with elements of its own.
void with_both_sorts(worker& w, auto elements, auto less, auto check) {
  auto others = elements;
  parallel_sort(w, elements.begin(), elements.end(), less);
  check(elements);
  parallel_stable_sort(w, others.begin(), others.end(), less);
  check(others);
}

struct word {
  std::string text;
  [[nodiscard]] bool is_before(const word& other) const { return text < other.text; }
};
bool before(const word& a, const word& b) { return a.text < b.text; }

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

TEST_CASE("a comparison takes its arguments as it likes, and takes nothing from the elements") {
  std::vector<word> words;
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i)
    words.push_back({"a rather long word, number " + std::to_string(random() % 3000)});
  std::vector<word> expected = words;
  std::stable_sort(expected.begin(), expected.end(), before);
  const auto check = [&](const std::vector<word>& found) {
    CHECK(std::ranges::equal(found, expected, {}, &word::text, &word::text));
  };
  tests::for_each_size([&](scheduler& sized) {
    sized.run([&](worker& w) {
      with_both_sorts(w, words, [](word a, word b) { return a.text < b.text; }, check);
      with_both_sorts(w, words, [](auto& a, auto& b) { return a.text < b.text; }, check);
      with_both_sorts(w, words, [](word& a, word& b) { return a.text < b.text; }, check);
      with_both_sorts(w, words, [](auto&& a, auto&& b) { return a.text < b.text ? 1 : 0; }, check);
      with_both_sorts(w, words, &before, check);
      with_both_sorts(w, words, &word::is_before, check);
    });
  });
}

TEST_CASE("a comparison sees lvalues only, and no element that was moved from") {
  std::atomic<int> wrong{0};
  struct watching {
    std::atomic<int>* wrong;
    bool operator()(counted& a, counted& b) const {
      if (a.is_gone() || b.is_gone()) ++*wrong;
      return a.value() < b.value();
    }
    bool operator()(counted&&, counted&&) const { return ++*wrong != 0; }
    bool operator()(counted&, counted&&) const { return ++*wrong != 0; }
    bool operator()(counted&&, counted&) const { return ++*wrong != 0; }
  };
  tests::for_each_size([&](scheduler& sized) {
    for (const bool stable : {false, true}) {
      for (const int size : {2, 33, 7000}) {
        std::vector<counted> held = counted_elements(size);
        sized.run([&](worker& w) {
          if (stable) {
            parallel_stable_sort(w, held.begin(), held.end(), watching{&wrong});
          } else {
            parallel_sort(w, held.begin(), held.end(), watching{&wrong});
          }
        });
        CHECK(is_complete(held));
        CHECK(wrong == 0);
      }
    }
  });
}

TEST_CASE("elements behind indices of 64 bits; elements that are bool; aligned ones") {
  std::vector<int> numbers(5000);
  const auto shuffle = [&] {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i * 7919 % numbers.size());
  };
  const auto by_index = std::views::iota(std::size_t{0}, numbers.size()) |
                        std::views::transform([&](std::size_t i) -> int& { return numbers[i]; });
  shuffle();
  parallel_sort(by_index.begin(), by_index.end());
  CHECK(std::ranges::is_sorted(numbers));
  shuffle();
  parallel_stable_sort(by_index.begin(), by_index.end());
  CHECK(std::ranges::is_sorted(numbers));

  bool flags[5000];
  for (std::size_t i = 0; i < 5000; ++i) flags[i] = i % 3 == 0;
  parallel_stable_sort(std::begin(flags), std::end(flags));
  CHECK(std::ranges::is_sorted(flags));
  CHECK(std::ranges::count(flags, true) == 1667);

  struct alignas(256) wide {
    int key;
  };
  std::vector<wide> wides(5000);
  for (std::size_t i = 0; i < wides.size(); ++i) wides[i].key = static_cast<int>(i * 7919 % wides.size());
  parallel_stable_sort(wides.begin(), wides.end(), [](const wide& a, const wide& b) {
    return a.key < b.key && reinterpret_cast<std::uintptr_t>(&a) % 256 == 0;
  });
  CHECK(std::ranges::is_sorted(wides, {}, &wide::key));
}

TEST_CASE("all elements of a range: containers, arrays, views; with a worker and without") {
  const std::vector<int> sorted{1, 2, 3, 4, 5};
  const auto is_sorted = [&](const auto& range) {
    return std::equal(std::begin(range), std::end(range), sorted.begin(), sorted.end());
  };
  std::vector<int> a{3, 1, 5, 4, 2};
  std::deque<int> b(a.begin(), a.end());
  int c[] = {3, 1, 5, 4, 2};
  std::vector<int> d{9, 3, 1, 5, 4, 2, 0};
  default_scheduler().run([&](worker& w) {
    parallel_sort(w, a);
    parallel_stable_sort(w, b);
    parallel_sort(w, c, std::less<>());
    parallel_sort(w, std::span(d).subspan(1, 5));  // a view is a temporary
  });
  CHECK(is_sorted(a));
  CHECK(is_sorted(b));
  CHECK(is_sorted(c));
  CHECK(d == std::vector<int>{9, 1, 2, 3, 4, 5, 0});
  parallel_sort(a, std::greater<>());
  CHECK(a == std::vector<int>{5, 4, 3, 2, 1});
  parallel_sort(a);
  CHECK(is_sorted(a));
  parallel_stable_sort(a, std::greater<>());
  parallel_stable_sort(std::span(a));
  CHECK(is_sorted(a));
  std::stop_source over;
  over.request_stop();
  std::vector<int> e{2, 1};
  parallel_sort(e, std::less<>(), over.get_token());  // some order of the same elements
  CHECK(e[0] + e[1] == 3);
}

}  // namespace parallel_sort_test
