// Bursts: threads outside of a runtime hand it many small tasks, one by one, and wait for them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>

#include "bench/peers/peer.hpp"
#include "bench/peers/work.hpp"

namespace jackdaw::bench::bursts {

struct instance {
  unsigned threads;  ///< outside
  std::uint64_t steps;
  std::uint64_t tasks;  ///< of all of them together
};

inline const std::uint64_t short_ones = sized<std::uint64_t>(1'000'000, 4'000);
inline const std::uint64_t long_ones = sized<std::uint64_t>(200'000, 400);
inline constexpr std::uint64_t steps_of_long = 400;  ///< about half a microsecond
inline const std::array instances{
    instance{1, 0, short_ones},
    instance{2, 0, short_ones},
    instance{4, 0, short_ones},
    instance{1, steps_of_long, long_ones},
    instance{2, steps_of_long, long_ones},
    instance{4, steps_of_long, long_ones},
};

/// What the tasks have computed: sums, on a cache line of its own for each thread, as a rule.
class results {
 public:
  void add(std::uint64_t number) { (*sums_[slot()]).fetch_add(number, std::memory_order_relaxed); }

  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t all = 0;
    for (const auto& each : sums_) all += (*each).load();
    return all;
  }

 private:
  static constexpr std::size_t slots = 256;
  static std::size_t slot() {
    static std::atomic<std::size_t> threads{0};
    thread_local const std::size_t own = threads.fetch_add(1) % slots;
    return own;
  }

  std::array<base::padded<std::atomic<std::uint64_t>>, slots> sums_{};
};

/// A task: as many bytes as small closures have.
struct small_task {
  results* into;
  std::uint64_t number;
  std::uint64_t steps;

  void operator()() const { into->add(work(number, steps)); }
};

/// One run, from the first thread's begin to the last one's end, by their own clocks: a thread that only looked on might
/// come to do so when all is over. submit(tasks) is called in each outside thread: hands over each task of the range, and
/// returns when they are over.
template <class Submit>
[[nodiscard]] measurement measured(unsigned number, const Submit& submit) {
  const instance& of = instances.at(number);
  results found;
  std::barrier<> begin(static_cast<std::ptrdiff_t>(of.threads));
  std::vector<std::thread> outside;
  std::vector<double> begun(of.threads);
  std::vector<double> ended(of.threads);
  const std::uint64_t share = of.tasks / of.threads;
  for (unsigned i = 0; i < of.threads; ++i) {
    outside.emplace_back([&, i, first = i * share] {
      begin.arrive_and_wait();
      begun[i] = base::seconds_now();
      submit([&found, first, last = first + share, steps = of.steps](const auto& put) {
        for (std::uint64_t task = first; task != last; ++task) put(small_task{&found, task, steps});
      });
      ended[i] = base::seconds_now();
    });
  }
  for (std::thread& each : outside) each.join();
  const double seconds =
      *std::max_element(ended.begin(), ended.end()) - *std::min_element(begun.begin(), begun.end());
  const std::uint64_t tasks = share * of.threads;
  expect(found.sum(), worked(of.steps).sum(tasks));
  return {seconds, static_cast<double>(tasks)};
}

}  // namespace jackdaw::bench::bursts
