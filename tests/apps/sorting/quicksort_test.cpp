// Quicksort: every input sorted in every pool, never quadratic, never deep; the check finds what is wrong.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <pthread.h>

#include "apps/quicksort/check.hpp"
#include "apps/quicksort/numbers/distributions.hpp"
#include "apps/quicksort/sort/sort_task.hpp"
#include "tests/support/schedulers.hpp"

namespace quicksort_test {

namespace {

namespace apps = jackdaw::apps;
namespace quicksort = jackdaw::apps::quicksort;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Sorts a copy on the scheduler and has it checked against std::sort.
template <class T>
apps::verdict sorted_by_tasks(jackdaw::any_scheduler& scheduler, const std::vector<T>& input,
                              std::size_t grain, quicksort::sort_figures* figures = nullptr,
                              bool puts_both = false) {
  std::vector<T> result = input;
  quicksort::sort_job<T> job{.data = result.data(),
                             .size = result.size(),
                             .grain = grain,
                             .puts_both = puts_both,
                             .figures = std::vector<quicksort::sort_figures>(scheduler.workers())};
  scheduler.run(quicksort::sort_task<T>(job));
  if (figures != nullptr) *figures = job.total();
  std::vector<T> reference = input;
  std::sort(reference.begin(), reference.end());
  return quicksort::check_sorted(result, quicksort::fingerprint_of(input), &reference);
}

double n_log_n(std::size_t n) { return static_cast<double>(n) * std::log2(static_cast<double>(n)); }

/// McIlroy's adversary (A killer adversary for quicksort, 1999): elements are indices whose values are
/// settled as late as possible, so that whatever is taken for the pivot turns out to be nearly the smallest.
class adversary {
 public:
  explicit adversary(std::size_t n) : values_(n, gas) {}

  [[nodiscard]] bool less(int x, int y) {
    ++comparisons_;
    if (value(x) == gas && value(y) == gas) value(x == candidate_ ? x : y) = settled_++;
    if (value(x) == gas) {
      candidate_ = x;
    } else if (value(y) == gas) {
      candidate_ = y;
    }
    return value(x) < value(y);
  }

  [[nodiscard]] std::size_t comparisons() const { return comparisons_; }
  [[nodiscard]] const std::vector<std::int32_t>& values() const { return values_; }

 private:
  static constexpr std::int32_t gas = std::numeric_limits<std::int32_t>::max();
  std::int32_t& value(int element) { return values_[static_cast<std::size_t>(element)]; }

  std::vector<std::int32_t> values_;
  std::int32_t settled_ = 0;
  int candidate_ = 0;
  std::size_t comparisons_ = 0;
};

/// Textbook quicksort with the median of first, middle and last: the victim of the killer sequence. Returns
/// comparisons.
std::size_t textbook_quicksort(std::int32_t* first, std::int32_t* last) {
  std::size_t comparisons = 0;
  while (last - first > 2) {
    std::int32_t* pivot =
        quicksort::median_of_three(first, first + (last - first) / 2, last - 1, std::less<>{});
    std::swap(*first, *pivot);
    std::int32_t* end = std::partition(first + 1, last, [&](std::int32_t value) { return value < *first; });
    comparisons += static_cast<std::size_t>(last - first);
    std::swap(*first, end[-1]);
    comparisons += textbook_quicksort(first, end - 1);
    first = end;
  }
  if (last - first == 2 && first[1] < first[0]) std::swap(first[0], first[1]);
  return comparisons;
}

template <class T>
void check_serial_sort(quicksort::distribution kind, std::size_t n) {
  const std::vector<T> input = quicksort::generate<T>(kind, n, 7);
  std::vector<T> result = input;
  std::size_t comparisons = 0;
  const auto less = [&](T a, T b) { return ++comparisons, a < b; };
  const auto heapsorts = quicksort::sort_serially(result.data(), result.data() + n, false,
                                                  quicksort::allowed_bad_splits(n), less);
  std::vector<T> reference = input;
  std::sort(reference.begin(), reference.end());
  const apps::verdict verdict = quicksort::check_sorted(result, quicksort::fingerprint_of(input), &reference);
  CHECK_MESSAGE(verdict.passed, verdict.line);
  CHECK(heapsorts == 0);
  CHECK(static_cast<double>(comparisons) <= 2.5 * n_log_n(n) + 10);
}

}  // namespace

TEST_CASE("quicksort: the serial kernel sorts every distribution within n log n comparisons") {
  const std::vector<std::size_t> sizes{1, 2, 3, 4, 7, 19, 20, 21, 22, 63, 64, 65, 100, 1023, 4096, 50001};
  for (const auto& entry : quicksort::distributions) {
    CAPTURE(entry.name);
    for (const std::size_t n : sizes) {
      CAPTURE(n);
      check_serial_sort<std::int32_t>(entry.value, n);
      check_serial_sort<double>(entry.value, n);
    }
  }
}

TEST_CASE("quicksort: every permutation of up to 7 elements, with equal ones") {
  for (std::size_t n = 1; n <= 7; ++n) {
    for (const std::int32_t divisor : {1, 2, 3}) {
      std::vector<std::int32_t> ranks(n);
      std::iota(ranks.begin(), ranks.end(), 0);
      do {
        std::vector<std::int32_t> values(n);
        std::transform(ranks.begin(), ranks.end(), values.begin(), [&](auto rank) { return rank / divisor; });
        const auto [left_end, right_begin] =
            quicksort::split_range(values.data(), values.data() + n, false, std::less<>{});
        REQUIRE(left_end < right_begin);
        REQUIRE(std::all_of(values.data(), left_end, [&](auto value) { return value <= *left_end; }));
        REQUIRE(std::all_of(left_end, right_begin, [&](auto value) { return value == *left_end; }));
        REQUIRE(std::all_of(right_begin, values.data() + n, [&](auto value) { return value >= *left_end; }));
      } while (std::next_permutation(ranks.begin(), ranks.end()));
    }
  }
}

TEST_CASE("quicksort: every pool, every distribution, both types, 1 to 8 workers") {
  struct input {
    std::string name;
    std::vector<std::int32_t> integers;
    std::vector<double> doubles;
    std::size_t grain;
  };
  std::vector<input> inputs;
  for (const auto& entry : quicksort::distributions) {
    for (const auto& [n, grain] : {std::pair<std::size_t, std::size_t>{1, 1}, {300, 1}, {10000, 64}}) {
      inputs.push_back({std::string(entry.name) + " " + std::to_string(n),
                        quicksort::generate<std::int32_t>(entry.value, n, 3),
                        quicksort::generate<double>(entry.value, n, 3), grain});
    }
  }
  for (const auto& name : jackdaw::pool_names()) {
    for (const unsigned workers : {1U, 2U, 4U, 8U}) {
      jackdaw::any_scheduler scheduler =
          jackdaw::tests::make_scheduler({.pool = std::string(name), .workers = workers});
      for (const input& each : inputs) {
        INFO(name, " ", workers, " workers ", each.name);
        const apps::verdict integers = sorted_by_tasks(scheduler, each.integers, each.grain);
        CHECK_MESSAGE(integers.passed, integers.line);
        const apps::verdict doubles = sorted_by_tasks(scheduler, each.doubles, each.grain);
        CHECK_MESSAGE(doubles.passed, doubles.line);
        const apps::verdict both = sorted_by_tasks(scheduler, each.integers, each.grain, nullptr, true);
        CHECK_MESSAGE(both.passed, both.line);
      }
    }
  }
}

TEST_CASE("both parts of each split are tasks, or one of them is") {
  const auto numbers = quicksort::generate<std::int32_t>(quicksort::distribution::uniform, 100'000, 3);
  jackdaw::any_scheduler scheduler = jackdaw::tests::make_scheduler({.workers = 2});
  quicksort::sort_figures one;
  quicksort::sort_figures both;
  CHECK(sorted_by_tasks(scheduler, numbers, 1, &one).passed);
  CHECK(sorted_by_tasks(scheduler, numbers, 1, &both, true).passed);
  CHECK(one.partitions == both.partitions);  // the same splits
  CHECK(one.leaves == both.leaves);
  CHECK(both.tasks > one.tasks);
  CHECK(both.tasks == both.partitions);  // one for each: with grain 1 a leaf is a single element, and no task
}

TEST_CASE("quicksort: equal keys end early") {
  jackdaw::any_scheduler scheduler = jackdaw::tests::make_scheduler({.workers = 2});
  quicksort::sort_figures figures;
  const auto equal = quicksort::generate<double>(quicksort::distribution::equal, 100000, 1);
  CHECK(sorted_by_tasks(scheduler, equal, 100, &figures).passed);
  CHECK(figures.partitions == 1);
  const auto few = quicksort::generate<std::int32_t>(quicksort::distribution::few, 100000, 1);
  CHECK(sorted_by_tasks(scheduler, few, 100, &figures).passed);
  CHECK(figures.partitions <= 2 * 16);
}

TEST_CASE("quicksort: the killer sequence is quadratic for the textbook and harmless here") {
  constexpr std::size_t n = 4000;
  auto values = quicksort::generate<std::int32_t>(quicksort::distribution::killer, n, 1);
  auto ranks = values;
  std::sort(ranks.begin(), ranks.end());
  CHECK(std::adjacent_find(ranks.begin(), ranks.end()) == ranks.end());  // it is a permutation of 0 … n-1
  CHECK(ranks.front() == 0);
  CHECK(ranks.back() == n - 1);
  auto victim = values;
  CHECK(textbook_quicksort(victim.data(), victim.data() + n) > n * n / 10);
  check_serial_sort<std::int32_t>(quicksort::distribution::killer, n);
}

TEST_CASE(
    "quicksort: an adversary that knows the pivot rule gets O(n log n) comparisons, and the fallback is what "
    "saves us") {
  for (const std::size_t n : {1000U, 30000U, 200000U}) {
    CAPTURE(n);
    adversary opponent(n);
    const auto less = [&](int x, int y) { return opponent.less(x, y); };
    std::vector<int> elements(n);
    std::iota(elements.begin(), elements.end(), 0);
    quicksort::sort_job<int, decltype(less)> job{.data = elements.data(),
                                                 .size = n,
                                                 .grain = 100,
                                                 .figures = std::vector<quicksort::sort_figures>(1),
                                                 .less = less};
    jackdaw::any_scheduler alone = jackdaw::tests::make_scheduler({.workers = 1});
    alone.run(quicksort::sort_task<int, decltype(less)>(job));
    CHECK(static_cast<double>(opponent.comparisons()) <= 4 * n_log_n(n));
    CHECK(job.total().heapsorts > 0);
    const auto value = [&](int element) { return opponent.values()[static_cast<std::size_t>(element)]; };
    CHECK(
        std::is_sorted(elements.begin(), elements.end(), [&](int x, int y) { return value(x) < value(y); }));

    // The values it settled on are an input that ruins every pivot of a run without an adversary, too.
    jackdaw::any_scheduler scheduler = jackdaw::tests::make_scheduler({.workers = 2});
    quicksort::sort_figures figures;
    const apps::verdict verdict = sorted_by_tasks(scheduler, opponent.values(), 100, &figures);
    CHECK_MESSAGE(verdict.passed, verdict.line);
    CHECK(figures.heapsorts > 0);
    CHECK(figures.deepest <= 2 * quicksort::allowed_bad_splits(n));
  }
}

TEST_CASE("quicksort: a stack of 256 KiB is enough for every distribution in one serial leaf") {
  const auto sort_all = [](void*) -> void* {
    for (const auto& entry : quicksort::distributions) {
      auto values = quicksort::generate<std::int32_t>(entry.value, 300000, 1);
      quicksort::sort_serially(values.data(), values.data() + values.size(), false,
                               quicksort::allowed_bad_splits(values.size()), std::less<>{});
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
  pthread_t thread;
  REQUIRE(pthread_create(&thread, &attributes, sort_all, nullptr) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST_CASE("quicksort: the check finds what is wrong") {
  const std::vector<std::int32_t> input{3, 1, 2, 3};
  const auto print = quicksort::fingerprint_of(input);
  using values = std::vector<std::int32_t>;
  const values reference{1, 2, 3, 3};
  CHECK(quicksort::check_sorted(reference, print, &reference).passed);
  CHECK(contains(quicksort::check_sorted(values{1, 3, 2, 3}, print, &reference).line,
                 "not sorted: element 1 is 3"));
  CHECK(contains(quicksort::check_sorted(values{1, 2, 2, 3}, print, &reference).line, "not a permutation"));
  CHECK(contains(quicksort::check_sorted(values{1, 2, 3}, print, &reference).line,
                 "3 elements came out, 4 went in"));
  const values other{1, 2, 3, 4};
  CHECK(
      contains(quicksort::check_sorted(reference, print, &other).line, "differs from std::sort: element 3"));
  CHECK_FALSE(quicksort::check_sorted(values{0, 3}, quicksort::fingerprint_of(values{1, 2}),
                                      static_cast<const values*>(nullptr))
                  .passed);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(quicksort::first_disorder(std::vector<double>{1, nan, 2}) == 0);
}

}  // namespace quicksort_test
