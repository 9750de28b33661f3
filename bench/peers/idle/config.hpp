// What a runtime without work costs, and how fast it is back. Each instance is a question; its answer takes the place
// of the seconds of a measurement.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/pause.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench::idle {

enum question : unsigned {
  cpu_without_work,
  cpu_beside_one,
  cpu_when_fed,
  wake_up_median,
  wake_up_slow,
  questions
};

struct wording {
  const char* text;
  const char* unit;
  double scale;     ///< of the answer, which is in seconds
  double to_reach;  ///< in that unit
};

inline constexpr std::array<wording, questions> wordings{{
    {"CPU in a second without work, all workers together", "ms", 1e3, 1},
    {"CPU in a second in which one computes and the others have nothing", "ms", 1e3, 1010},
    {"CPU in a second in which it gets a 10 us task each millisecond", "ms", 1e3, 50},
    {"put to start on a parked worker, the putter keeps running: median", "us", 1e6, 15},
    {"  90 of 100 are faster than", "us", 1e6, 0},
}};

inline const int ticks = sized(1000, 20);   ///< of a millisecond
inline const int samples = sized(300, 10);  ///< of waking up

inline void compute(double seconds) {
  const base::stopwatch watch;
  while (watch.seconds() < seconds) base::pause();
}

/// CPU seconds of the process, the caller included, for each second that `period` lasts.
[[nodiscard]] double cpu_per_second(auto&& period) {
  const std::uint64_t before = base::process_cpu_nanoseconds();
  const base::stopwatch watch;
  period();
  return 1e-9 * static_cast<double>(base::process_cpu_nanoseconds() - before) / watch.seconds();
}

inline void sleep_ticks(int many) { std::this_thread::sleep_for(std::chrono::milliseconds(many)); }

/// The answers of a runtime that can do(task): run a task and wait for it; and put(task): inside do, offer it to the
/// other workers, which run it some time before do() returns.
template <class Runtime>
[[nodiscard]] double answer(Runtime& runtime, question what) {
  runtime.perform([] {});
  sleep_ticks(20);
  switch (what) {
    case cpu_without_work:
      return cpu_per_second([] { sleep_ticks(ticks); });
    case cpu_beside_one:
      return cpu_per_second([&] { runtime.perform([] { compute(1e-3 * ticks); }); });
    case cpu_when_fed:
      return cpu_per_second([&] {
        auto next = std::chrono::steady_clock::now();
        for (int i = 0; i < ticks; ++i) {
          runtime.perform([] { compute(10e-6); });
          next += std::chrono::milliseconds(1);
          std::this_thread::sleep_until(next);
        }
      });
    default:
      break;
  }
  std::vector<double> times;
  runtime.perform([&] {
    for (int i = 0; i < samples; ++i) {
      compute(2e-3);  // long enough for the others to be parked
      std::atomic<double> begun{0};
      const double put = base::seconds_now();
      runtime.put([&begun] { begun.store(base::seconds_now()); });
      while (begun.load() == 0) base::pause();
      times.push_back(begun.load() - put);
    }
  });
  return quantile(times, what == wake_up_median ? 0.5 : 0.9);
}

/// How a peer is registered: the answer takes the place of the seconds.
template <class Runtime>
[[nodiscard]] measurement run(unsigned what, unsigned workers) {
  Runtime runtime(workers);
  return {answer(runtime, static_cast<question>(what)), 1};
}

}  // namespace jackdaw::bench::idle
