// Independent tasks of a given length, all put by one, closure of 24 bytes: how short may a task be?
//
// The instance is the length of each task, in steps: a step is a multiplication that waits for the one before, some
// cycles long on any processor, and compiled alike by all compilers. How long a step is, the serial function says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <jackdaw/base/cache_line.hpp>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench::metg {

/// Tasks of that length: 200 000, or fewer long ones.
[[nodiscard]] inline std::uint64_t tasks_of(std::uint64_t steps) {
  constexpr std::uint64_t most_steps = 512;
  const auto most = sized<std::uint64_t>(200'000, 2'000);
  return steps <= most_steps ? most : std::max(most / 20, most * most_steps / steps);
}
inline constexpr unsigned rounds = 2;  ///< in one timed run; one more goes before

/// The work of a task: `steps` may be 0.
[[nodiscard]] inline std::uint64_t work(std::uint64_t number, std::uint64_t steps) {
  for (; steps != 0; --steps) {
    number = number * 0x5851f42d4c957f2dU + 1;
    asm volatile("" : "+r"(number));
  }
  return number;
}

/// The sums of what the tasks computed, by worker.
using sums = std::vector<base::padded<std::uint64_t>>;

/// A task; 24 bytes.
struct body {
  sums* all;
  std::uint64_t number;
  std::uint64_t steps;

  void run(unsigned id) const { *(*all)[id] += work(number, steps); }
};

/// The measurement of a run of `steps` a task, if it is right. All steps are affine functions, so that the sum over
/// the tasks is one of the sum over their numbers.
[[nodiscard]] inline measurement checked(const sums& all, std::uint64_t steps, double seconds) {
  std::uint64_t found = 0;
  for (const auto& each : all) found += *each;
  const std::uint64_t offset = work(0, steps);
  const std::uint64_t factor = work(1, steps) - offset;
  const std::uint64_t tasks = tasks_of(steps);
  expect(found, (rounds + 1) * (factor * (tasks * (tasks - 1) / 2) + tasks * offset));
  return {seconds, static_cast<double>(rounds * tasks)};
}

}  // namespace jackdaw::bench::metg
