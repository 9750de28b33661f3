// A task that waits for others runs once, after all of them, and sees what they wrote.
#include <algorithm>
#include <numeric>
#include <random>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

/// Merge sort in continuation style: the merge waits for both halves.
struct merge_sort {
  int* first;
  int* last;
  arrival done;

  void operator()(auto& w) {
    if (last - first < 16) {
      std::sort(first, last);
      return done.arrive(w);
    }
    int* const middle = first + (last - first) / 2;
    auto halves = w.after(2, [f = first, m = middle, l = last, d = std::move(done)](auto& v) mutable {
      std::vector<int> merged(static_cast<std::size_t>(l - f));
      std::merge(f, m, m, l, merged.begin());
      std::copy(merged.begin(), merged.end(), f);
      d.arrive(v);
    });
    w.put(merge_sort{first, middle, halves.next()});
    w.put(merge_sort{middle, last, halves.next()});
  }
};

}  // namespace

TEST_CASE("merge sort by continuations, on every pool") {
  std::vector<int> original(static_cast<std::size_t>(tests::scaled(20000)));
  std::iota(original.begin(), original.end(), 0);
  tests::for_each_choice({1, 2, 4, 8}, [&](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    auto numbers = original;
    std::shuffle(numbers.begin(), numbers.end(), std::mt19937(7));
    bool finished = false;
    scheduler.run([&](any_worker& w) {
      auto whole = w.after(1, [&] { finished = true; });
      w.put(merge_sort{numbers.data(), numbers.data() + numbers.size(), whole.next()});
    });
    CHECK(finished);
    CHECK(numbers == original);
  });
}

TEST_CASE("many arrivals at one task") {
  tests::for_each_choice({2, 8}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    constexpr unsigned count = 500;
    std::vector<int> parts(count);
    int sum = 0;
    scheduler.run([&](any_worker& w) {
      auto all = w.after(count, [&] { sum = std::accumulate(parts.begin(), parts.end(), 0); });
      for (unsigned i = 0; i < count; ++i) {
        w.put([&parts, i, t = all.next()](any_worker& v) mutable {
          parts[i] = static_cast<int>(i);
          t.arrive(v);
        });
      }
    });
    CHECK(sum == count * (count - 1) / 2);
  });
}
