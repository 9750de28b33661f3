// Independent tasks, all put by one: what a task costs that does nothing, closure of 24 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <jackdaw/base/cache_line.hpp>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench::empty {

inline const auto tasks = sized<std::uint64_t>(200'000, 2'000);
inline constexpr unsigned rounds = 10;  ///< in one timed run; one more goes before

/// What the tasks with their numbers 0 … tasks-1 leave behind: their number and their sum, by worker.
struct mark {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
};
using marks = std::vector<base::padded<mark>>;

/// The body of a task. `step` is 1: it makes the closure as large as those of other benches of this kind.
inline void leave_mark(marks& all, unsigned id, std::uint64_t number, std::uint64_t step) {
  all[id]->count += step;
  all[id]->sum += number;
}

/// The measurement of a run, if it is right.
[[nodiscard]] inline measurement checked(const marks& all, double seconds) {
  mark sum;
  for (const auto& each : all) {
    sum.count += each->count;
    sum.sum += each->sum;
  }
  expect(sum.count, (rounds + 1) * tasks);
  expect(sum.sum, (rounds + 1) * (tasks * (tasks - 1) / 2));
  return {seconds, static_cast<double>(rounds * tasks)};
}

}  // namespace jackdaw::bench::empty
