#include "apps/support/work/work_unit.hpp"

#include <algorithm>
#include <limits>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::apps {

double nanoseconds_per_unit() {
  constexpr std::uint64_t turns = 2'000'000;
  double least = std::numeric_limits<double>::infinity();
  for (int sample = 0; sample < 9; ++sample) {
    const base::stopwatch watch;
    simulate_work(turns);
    least = std::min(least, watch.seconds());
  }
  return 1e9 * least / static_cast<double>(turns);
}

}  // namespace jackdaw::apps
