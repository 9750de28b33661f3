// std::stop_token in each construct: what has not begun does not begin, and what is left behind.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace stopping_test {

using namespace jackdaw;
using tests::scaled;

namespace {

/// Counts calls, and asks `source` to stop at one of them.
class stopping_counter {
 public:
  explicit stopping_counter(std::stop_source& source) : source_(source) {}

  void stop_at(int call) { at_ = call; }

  /// A call begins.
  void operator()() {
    if (source_.stop_requested()) ++late_;
    if (++calls_ == at_) source_.request_stop();
  }

  [[nodiscard]] int calls() const { return calls_; }

  /// How many calls began after the request: a worker that begins one may have looked just before. Not how many calls
  /// more than `at` there were: the thread that asks may wait for a processor just before it does.
  [[nodiscard]] int late() const { return late_; }

  void forget() { calls_ = late_ = 0; }

 private:
  std::stop_source& source_;
  int at_ = -1;
  std::atomic<int> calls_{0};
  std::atomic<int> late_{0};
};

}  // namespace

TEST_CASE("a loop looks before each call, also after thousands of cheap ones") {
  scheduler one(1);  // so that no other worker has begun a call
  constexpr int cheap = 100000;
  std::stop_source source;
  int calls = 0;
  one.run([&](worker& w) {
    const auto body = [&](int) {
      if (++calls == cheap) source.request_stop();
    };
    parallel_for(w, 0, 2 * cheap, body, source.get_token());
  });
  CHECK(calls == cheap);
}

TEST_CASE("tasks of a group that have not begun are not run; wait throws nothing") {
  tests::for_each_size([](scheduler& sized) {
    std::stop_source source;
    std::atomic<int> ran{0};
    sized.run([&](worker& w) {
      task_group group(w, source.get_token());
      for (int i = 0; i < 10; ++i) group.spawn(w, [&] { ++ran; });
      group.wait();
      CHECK(ran == 10);
      group.spawn(w, [&] { source.request_stop(); });
      group.wait();
      for (int i = 0; i < 10; ++i) group.spawn(w, [&] { ++ran; });
      group.wait();
      CHECK(ran == 10);
      task_group collecting(w, on_failure::collect, source.get_token());
      collecting.spawn([&] { ++ran; });
      task_group here(source.get_token());
      here.spawn([&] { ++ran; });
    });
    CHECK(ran == 10);
  });
}

TEST_CASE("functions of parallel_invoke that have not begun are not called") {
  tests::for_each_size([](scheduler& sized) {
    std::stop_source source;
    std::atomic<int> ran{0};
    const auto count = [&] { ++ran; };
    sized.run([&](worker& w) {
      parallel_invoke(w, source.get_token(), count, [&](worker&) { ++ran; }, count);
      CHECK(ran == 3);
      parallel_invoke(source.get_token(), count, [&] { return ++ran; });
      parallel_invoke(w, source.get_token(), [&] { source.request_stop(); });
      CHECK(ran == 5);
      const std::stop_token token = source.get_token();
      parallel_invoke(w, token, count);
      parallel_invoke(w, token, count, count, count);
      parallel_invoke(token, count, count);
    });
    CHECK(ran == 5);
  });
}

TEST_CASE("a reduction combines what has been mapped, in order") {
  for (const int size : {7, 2000, scaled(100000)}) {
    CAPTURE(size);
    tests::for_each_size([size](scheduler& sized) {
      std::stop_source source;
      tests::tally mapped(static_cast<std::size_t>(size));
      stopping_counter calls(source);
      calls.stop_at(size / 2);
      const auto map = [&](int i) {
        mapped(static_cast<std::size_t>(i));
        calls();
        return std::vector<int>{i};
      };
      const auto append = [](std::vector<int> left, const std::vector<int>& right) {
        left.insert(left.end(), right.begin(), right.end());
        return left;
      };
      const auto found = tests::result_in(sized, [&](worker& w) {
        return parallel_reduce(w, 0, size, std::vector<int>(), map, append, source.get_token());
      });
      CHECK(found.size() == static_cast<std::size_t>(calls.calls()));
      CHECK(mapped.wrong() == static_cast<std::size_t>(size - calls.calls()));
      CHECK(std::is_sorted(found.begin(), found.end()));
      CHECK(calls.late() <= static_cast<int>(sized.workers()));
      CHECK(parallel_reduce(0, size, std::vector<int>(), map, append, source.get_token()).empty());
    });
  }
}

TEST_CASE("a stopped scan says so") {
  tests::for_each_size([](scheduler& sized) {
    for (const int size : {3, 2000, scaled(50000)}) {
      std::vector<long> numbers(static_cast<std::size_t>(size), 1);
      std::vector<long> sums(numbers.size());
      std::stop_source source;
      stopping_counter calls(source);
      const auto add = [&](long a, long b) {
        calls();
        return a + b;
      };
      sized.run([&](worker& w) {
        const auto scan = [&] {
          return parallel_scan(w, numbers.begin(), numbers.end(), sums.begin(), add, source.get_token());
        };
        CHECK(scan() == sums.end());
        CHECK(sums.back() == size);
        calls.forget();
        calls.stop_at(size / 2);
        CHECK(scan() == sums.begin());
        CHECK(calls.late() <= static_cast<int>(sized.workers()));
        calls.forget();
        CHECK(scan() == sums.begin());
        CHECK(parallel_scan(numbers.begin(), numbers.end(), sums.begin(), add, source.get_token()) ==
              sums.begin());
        CHECK(calls.calls() == 0);
      });
    }
  });
}

TEST_CASE("a stopped sort leaves all elements, in some order") {
  tests::for_each_size([](scheduler& sized) {
    for (const int size : {2, 31, 5000, scaled(100000)}) {
      for (const int after : {0, 1, 100, 20000, 300000}) {
        for (const bool stable : {false, true}) {
          CAPTURE(size);
          CAPTURE(after);
          CAPTURE(stable);
          std::vector<std::string> words;
          for (int i = 0; i < size; ++i)
            words.push_back("a rather long word, number " + std::to_string(i * 7919LL % size));
          auto expected = words;
          std::sort(expected.begin(), expected.end());
          std::stop_source source;
          if (after == 0) source.request_stop();
          std::atomic<int> calls{0};
          const auto less = [&](const std::string& a, const std::string& b) {
            if (++calls == after) source.request_stop();
            return a < b;
          };
          sized.run([&](worker& w) {
            if (stable) {
              parallel_stable_sort(w, words.begin(), words.end(), less, source.get_token());
            } else {
              parallel_sort(w, words.begin(), words.end(), less, source.get_token());
            }
          });
          if (after == 0) CHECK(calls == 0);
          if (!source.stop_requested()) CHECK(words == expected);
          std::sort(words.begin(), words.end());
          CHECK(words == expected);
        }
      }
    }
  });
}

}  // namespace stopping_test
