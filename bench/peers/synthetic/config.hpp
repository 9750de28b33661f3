// KR02's synthetic algorithm (apps/synthetic), fire and forget: tasks put tasks, and none waits for one.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "bench/peers/peer.hpp"
#include "bench/support/synthetic_task.hpp"

namespace jackdaw::bench {

struct synthetic_size {
  int k;            ///< initial tasks A(k-1) … A(0)
  std::uint64_t f;  ///< 0: empty tasks; 5: about 240 ns of work a task on a 2.3 GHz processor
};

/// Empty tasks are more, so that a run takes long enough to be measured.
inline const std::array<synthetic_size, 2> synthetic_sizes{{{sized(28, 15), 0}, {sized(25, 12), 5}}};

/// The measurement of a run, if each argument occurred as often as the closed form says.
[[nodiscard]] inline measurement checked(synthetic_size size, const synthetic::tally& found, double seconds) {
  const auto expected = synthetic::expected_tally(size.k);
  expect(synthetic::total(found), synthetic::total(expected));
  if (found != expected) throw wrong_result("right number of tasks, but not of these arguments");
  return {seconds, static_cast<double>(synthetic::total(expected))};
}

}  // namespace jackdaw::bench
