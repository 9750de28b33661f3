// Work divided among threads once and for all: every thing has one owner, and a thread that cannot be made is
// an exception.
#include "apps/support/work/threads.hpp"

#include <atomic>
#include <barrier>
#include <cstddef>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace jackdaw::apps;

namespace {

int threads_left = 0;

/// Leave to make a thread.
struct permit {
  permit() {
    if (--threads_left < 0)
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  }
};

/// A thread of which there are only so many.
struct scarce_thread : permit, std::jthread {
  template <class... Start>
  explicit scarce_thread(Start&&... start) : std::jthread(std::forward<Start>(start)...) {}
};

}  // namespace

TEST_CASE("threads: slices cover all once, in order, and differ by at most one") {
  for (const unsigned threads : {1U, 2U, 3U, 7U, 64U}) {
    for (const std::size_t count : {0U, 1U, 2U, 6U, 7U, 8U, 1000U}) {
      CAPTURE(threads);
      CAPTURE(count);
      std::size_t next = 0;
      for (unsigned id = 0; id < threads; ++id) {
        const auto [first, last] = share{id, threads}.of(count);
        CHECK(first == next);
        CHECK(last - first >= count / threads);
        CHECK(last - first <= (count + threads - 1) / threads);
        next = last;
      }
      CHECK(next == count);
    }
  }
}

TEST_CASE("threads: what is dealt has one owner each") {
  for (std::size_t index = 0; index < 20; ++index) {
    int owners = 0;
    for (unsigned id = 0; id < 3; ++id) owners += share{id, 3}.has(index) ? 1 : 0;
    CHECK(owners == 1);
  }
}

TEST_CASE("threads: all parts run, and may wait for each other") {
  for (const unsigned threads : {1U, 2U, 5U}) {
    std::barrier all(threads);
    std::vector<int> runs(threads);
    std::vector<int> seen(threads);
    run_in_threads(threads, [&](const share& mine) {
      CHECK(mine.threads == threads);
      ++runs[mine.id];
      all.arrive_and_wait();
      for (const int each : runs) seen[mine.id] += each;
    });
    for (const int each : seen) CHECK(each == static_cast<int>(threads));
  }
}

TEST_CASE("threads: when one cannot be made no part runs, and no thread waits for it") {
  std::atomic<int> runs = 0;
  std::barrier all(4);
  const auto part = [&](const share&) {
    all.arrive_and_wait();
    ++runs;
  };
  threads_left = 2;
  CHECK_THROWS_AS(run_in_threads<scarce_thread>(4, part), std::system_error);
  CHECK(runs == 0);
  threads_left = 3;
  run_in_threads<scarce_thread>(4, part);
  CHECK(runs == 4);
}
