// Independent tasks of a given length, all put by one, closure of 24 bytes: how short may a task be?
//
// The instance is the length of each task, in steps (bench/peers/work.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bench/peers/peer.hpp"
#include "bench/peers/work.hpp"

namespace jackdaw::bench::metg {

/// Tasks of that length: 200 000, or fewer long ones.
[[nodiscard]] inline std::uint64_t tasks_of(std::uint64_t steps) {
  constexpr std::uint64_t most_steps = 512;
  const auto most = sized<std::uint64_t>(200'000, 2'000);
  return steps <= most_steps ? most : std::max(most / 20, most * most_steps / steps);
}
inline constexpr unsigned rounds = 2;  ///< in one timed run; one more goes before

/// A task; 24 bytes.
struct body {
  sums* all;
  std::uint64_t number;
  std::uint64_t steps;

  void run(unsigned id) const { *(*all)[id] += work(number, steps); }
};

/// The measurement of a run of `steps` a task, if it is right.
[[nodiscard]] inline measurement checked(const sums& all, std::uint64_t steps, double seconds) {
  const std::uint64_t tasks = tasks_of(steps);
  expect(total(all), (rounds + 1) * worked(steps).sum(tasks));
  return {seconds, static_cast<double>(rounds * tasks)};
}

}  // namespace jackdaw::bench::metg
