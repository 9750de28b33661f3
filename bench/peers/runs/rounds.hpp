// Timing something that is done several times.
#pragma once

#include <jackdaw/base/clock.hpp>

namespace jackdaw::bench {

/// Seconds of `rounds` calls of `work()`. With several rounds one goes before, not timed.
template <class Work>
[[nodiscard]] double seconds_of(unsigned rounds, const Work& work) {
  if (rounds > 1) work();
  const base::stopwatch watch;
  for (unsigned round = 0; round < rounds; ++round) work();
  return watch.seconds();
}

}  // namespace jackdaw::bench
