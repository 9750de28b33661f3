// What processors share, by what was measured where a run was recorded.
#pragma once

#include <algorithm>

#include <jackdaw/replay/machine.hpp>
#include <jackdaw/trace/read/run_file.hpp>

namespace jackdaw::replay {

/// The times of several copies of the run at once show how much they slow each other. But they have data of their
/// own, where workers share theirs. So only a part of the copies' loss is taken. Passes over as much memory say which
/// part: their loss where they share it, over their loss where each has its own. A loss of less than a twentieth says
/// nothing, and all remains. Without such times nothing is shared. The text form: trace/read/run_file.hpp.
[[nodiscard]] inline sharing recorded_sharing(const trace::recorded_run& run) {
  constexpr double least_loss = 0.05;
  if (run.crowd < 2 || run.plain == 0 || run.crowded <= run.plain) return {};
  const double lost = static_cast<double>(run.crowded) / static_cast<double>(run.plain) - 1;
  const trace::memory_use& memory = run.memory;
  const double apart = memory.apart - 1;
  const bool says_more = memory.bytes != 0 && apart >= least_loss;
  const double remains = says_more ? std::clamp((memory.together - 1) / apart, 0.0, 1.0) : 1.0;
  return {1 + lost * remains, static_cast<unsigned>(run.crowd)};
}

}  // namespace jackdaw::replay
