// Measuring several things so that the machine's moods hit all of them alike.
#pragma once

#include <cstddef>
#include <limits>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::bench {

/// Calls `run(i, round)` for every i below `many`: once to warm up (round 0), then in each of the rounds 1 to
/// `rounds`, each time beginning with another one. Where those take too long, only as many as begin before `seconds`
/// are over, but one at least.
void interleave(std::size_t many, unsigned rounds, auto&& run,
                double seconds = std::numeric_limits<double>::infinity()) {
  const base::stopwatch watch;
  for (unsigned round = 0; round <= rounds; ++round) {
    if (round > 1 && watch.seconds() > seconds) break;
    for (std::size_t i = 0; i < many; ++i) run((i + round) % many, round);
  }
}

}  // namespace jackdaw::bench
