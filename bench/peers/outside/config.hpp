// A thread that is no worker submits tasks: a few and a wait, or one now and then. Many at a time: peers/bursts.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/pause.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench::outside {

enum class pattern : std::uint8_t {
  rounds,  ///< some tasks and a wait, again and again
  paced    ///< a task each 20 us, and no wait: how late 99 of 100 begin
};

struct instance {
  std::string_view name;
  pattern how;
  std::size_t tasks;  ///< before it waits
  std::size_t rounds;
};

inline const std::array instances{
    instance{"1 task and a wait", pattern::rounds, 1, sized<std::size_t>(50'000, 10)},
    instance{"16 tasks and a wait", pattern::rounds, 16, sized<std::size_t>(5'000, 10)},
    instance{"each 20 us, 99 % begin within", pattern::paced, sized<std::size_t>(10'000, 20), 1},
};

/// A runtime gives the thread a submitter(runtime) with submit(f) and wait(), which returns when what was submitted is
/// over.
template <class Submitter, class Runtime>
[[nodiscard]] measurement rounds_of(const instance& of, Runtime& runtime) {
  std::atomic<std::uint64_t> executed{0};
  Submitter submitter(runtime);
  const auto work = [&](std::size_t rounds) {
    executed = 0;
    for (std::size_t round = 1; round <= rounds; ++round) {
      for (std::size_t i = 0; i < of.tasks; ++i)
        submitter.submit([&executed] { executed.fetch_add(1, std::memory_order_relaxed); });
      submitter.wait();
      if (executed.load() != round * of.tasks) throw wrong_result("a task was not over after the wait");
    }
  };
  work(1 + of.rounds / 100);  // to warm up
  const base::stopwatch watch;
  work(of.rounds);
  return {watch.seconds(), static_cast<double>(of.tasks * of.rounds)};
}

/// The lateness takes the place of the seconds.
template <class Submitter, class Runtime>
[[nodiscard]] measurement paced(const instance& of, Runtime& runtime) {
  constexpr double each = 20e-6;
  std::vector<double> late(of.tasks, -1);
  {
    Submitter submitter(runtime);
    double next = base::seconds_now();
    for (std::size_t i = 0; i < of.tasks; ++i, next += each) {
      while (base::seconds_now() < next) base::pause();
      next = base::seconds_now();
      submitter.submit([&late, i, next] { late[i] = base::seconds_now() - next; });
    }
    submitter.wait();
  }
  for (const double one : late) {
    if (one < 0) throw wrong_result("a task was not executed");
  }
  return {quantile(late, 0.99), 1};
}

template <class Submitter, class Runtime>
[[nodiscard]] measurement run(unsigned which, Runtime& runtime) {
  const instance& of = instances[which];
  return of.how == pattern::paced ? paced<Submitter>(of, runtime) : rounds_of<Submitter>(of, runtime);
}

/// For runtimes that cannot wait for some tasks alone: counts what is submitted and over. The wait sleeps.
class counted {
 public:
  void begin() { ++open_; }
  void end() {
    if (open_.fetch_sub(1) == 1) open_.notify_all();
  }
  void wait() {
    for (std::size_t open = open_; open != 0; open = open_) open_.wait(open);
  }

 private:
  std::atomic<std::size_t> open_{0};
};

}  // namespace jackdaw::bench::outside
