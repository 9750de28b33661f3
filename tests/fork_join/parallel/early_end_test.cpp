// Reductions and scans that end early: by an exception, by a stop token. They have so many elements that a test would not
// end in hours if the rest were run, or only walked over.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"

namespace early_end_test {

using namespace jackdaw;

/// An output that keeps nothing.
struct nowhere {
  using iterator_category = std::random_access_iterator_tag;
  using iterator_concept = std::random_access_iterator_tag;
  using value_type = std::int64_t;
  using difference_type = std::ptrdiff_t;
  using reference = std::int64_t&;
  using pointer = std::int64_t*;

  static inline thread_local std::int64_t last = 0;
  std::ptrdiff_t at = 0;

  reference operator*() const { return last; }
  reference operator[](std::ptrdiff_t) const { return last; }
  nowhere& operator++() { return ++at, *this; }
  nowhere operator++(int) { return {at++}; }
  nowhere& operator--() { return --at, *this; }
  nowhere operator--(int) { return {at--}; }
  nowhere& operator+=(std::ptrdiff_t by) { return at += by, *this; }
  nowhere& operator-=(std::ptrdiff_t by) { return at -= by, *this; }
  friend nowhere operator+(nowhere a, std::ptrdiff_t by) { return {a.at + by}; }
  friend nowhere operator+(std::ptrdiff_t by, nowhere a) { return {a.at + by}; }
  friend nowhere operator-(nowhere a, std::ptrdiff_t by) { return {a.at - by}; }
  friend std::ptrdiff_t operator-(nowhere a, nowhere b) { return a.at - b.at; }
  friend auto operator<=>(const nowhere&, const nowhere&) = default;
};

namespace {

constexpr std::int64_t endless = std::int64_t{1} << 50U;
constexpr std::int64_t many = std::int64_t{1} << 33U;  // of which a scan keeps something for each 8192nd

/// Sums that cannot be copied.
struct lone_sum {
  std::unique_ptr<long> value = std::make_unique<long>(0);
};

/// Call number `at` throws while others are under way. Where there are other workers, it waits until one of them is in a
/// later call, and that one waits for it. Not a certain element: that one may lie in a part that nobody has begun while
/// all workers are in later ones.
class thrower {
 public:
  thrower(std::int64_t at, const scheduler& on) : at_(at), has_others_(on.workers() > 1) {}

  void call() const {
    const std::int64_t number = calls_++;
    if (number == at_) {
      while (has_others_ && !others_came_) std::this_thread::yield();
      thrown_ = true;
      throw std::runtime_error("at");
    }
    if (number > at_ && !thrown_) {
      others_came_ = true;
      while (!thrown_) std::this_thread::yield();
    }
  }

 private:
  std::int64_t at_;
  bool has_others_;
  mutable std::atomic<std::int64_t> calls_{0};
  mutable std::atomic<bool> others_came_{false};
  mutable std::atomic<bool> thrown_{false};
};

template <class T, class Combine>
void throws(scheduler& sized, Combine combine) {
  for (const std::int64_t at : {std::int64_t{0}, std::int64_t{5000}}) {
    const thrower each(at, sized);
    CHECK_THROWS_WITH_AS(static_cast<void>(sized.run([&](worker& w) {
                           return parallel_reduce(
                               w, std::int64_t{0}, endless, T(),
                               [&](std::int64_t i) {
                                 each.call();
                                 return static_cast<T>(i % 8);
                               },
                               combine);
                         })),
                         "at", std::runtime_error);
  }
}

}  // namespace

TEST_CASE("once a call has thrown, a reduction makes no further ones, on any worker") {
  tests::for_each_size([](scheduler& sized) {
    throws<long>(sized, std::plus<>());
    throws<unsigned char>(sized, std::multiplies<>());
    throws<double>(sized, std::plus<>());
    throws<long>(sized, [](long a, long b) { return a > b ? a : b; });
    tests::check_usable(sized);
  });
}

TEST_CASE("the same for results that cannot be copied, and when combine throws") {
  tests::for_each_size([](scheduler& sized) {
    const auto map = [](std::int64_t i) {
      lone_sum one;
      *one.value = i % 3;
      return one;
    };
    CHECK_THROWS_AS(static_cast<void>(sized.run([&](worker& w) {
                      return parallel_reduce(w, std::int64_t{0}, endless, lone_sum(), map,
                                             [](lone_sum a, lone_sum b) {
                                               if (*a.value > 1000) throw std::runtime_error("full");
                                               *a.value += *b.value;
                                               return a;
                                             });
                    })),
                    std::runtime_error);
    // Where each leaf has one element, combine is called by joins only.
    CHECK_THROWS_WITH_AS(static_cast<void>(sized.run([](worker& w) {
                           return parallel_reduce(
                               w, 0, 2000, 0, [](int i) { return i; },
                               [](int, int) -> int { throw std::runtime_error("joined"); });
                         })),
                         "joined", std::runtime_error);
    tests::check_usable(sized);
  });
}

TEST_CASE("an endless reduction ends when it is asked to stop, with what was combined until then") {
  tests::for_each_size([](scheduler& sized) {
    for (const bool at_once : {true, false}) {
      std::stop_source source;
      std::atomic<std::int64_t> calls{0};
      if (at_once) source.request_stop();
      const auto one = [&](auto zero) {
        return [&source, &calls, zero](std::int64_t) {
          if (++calls == 5000) source.request_stop();
          return zero + 1;
        };
      };
      const long exact = sized.run([&](worker& w) {
        return parallel_reduce(w, std::int64_t{0}, endless, 0L, one(0L), std::plus<>(), source.get_token());
      });
      CHECK(exact == calls);
      CHECK((exact == 0) == at_once);
      calls = 0;
      if (!at_once) source = std::stop_source();
      const double tree = sized.run([&](worker& w) {
        return parallel_reduce(w, std::int64_t{0}, endless, 0.0, one(0.0), std::plus<>(), source.get_token());
      });
      CHECK(tree == static_cast<double>(calls));
    }
    tests::check_usable(sized);
  });
}

TEST_CASE("once an element or an operation has thrown, a scan goes no further, on any worker") {
  tests::for_each_size([](scheduler& sized) {
    const thrower each(40'000, sized);
    std::atomic<std::int64_t> blocks{0};
    const auto numbers = std::views::iota(std::int64_t{0}, many);
    const auto combine = [&](std::int64_t, std::int64_t b) {
      if (b % 8192 == 1) ++blocks;
      each.call();
      return b;
    };
    CHECK_THROWS_WITH_AS(
        sized.run([&](worker& w) { parallel_scan(w, numbers.begin(), numbers.end(), nowhere(), combine); }),
        "at", std::runtime_error);
    CHECK(blocks < many / 8192 / 2);
    tests::check_usable(sized);
  });
}

}  // namespace early_end_test
