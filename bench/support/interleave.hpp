// Measuring several things so that the machine's moods hit all of them alike.
#pragma once

#include <cstddef>

namespace jackdaw::bench {

/// Calls `run(i, round)` for every i below `many`: once to warm up (round 0), then in each of the rounds 1 to
/// `rounds`, each time beginning with another one.
void interleave(std::size_t many, unsigned rounds, auto&& run) {
  for (unsigned round = 0; round <= rounds; ++round) {
    for (std::size_t i = 0; i < many; ++i) run((i + round) % many, round);
  }
}

}  // namespace jackdaw::bench
