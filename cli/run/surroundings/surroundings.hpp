// What a run may have of the machine, and what else uses it: fewer processors, a quota, the cycler, nice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "apps/app.hpp"
#include "apps/support/system/situation.hpp"
#include "cli/run/surroundings/beside.hpp"

namespace jackdaw::cli {

/// Nothing of it: the machine as it is.
struct restriction {
  unsigned affinity = 0;  ///< the first so many of the processors that this process may use
  double quota = 0;       ///< so many processors' time, by a control group
  std::string cycler{};   ///< P,W of the cycler that runs beside, under the same restriction
  int nice = 0;           ///< by how much the workers' nice value is raised; not the cycler's
};

/// A run in surroundings.
struct surrounded_run {
  double seconds = 0;     ///< of its working phase
  beside::share granted;  ///< P_A
  std::uint64_t tasks = 0;
  std::optional<double> preempted =
      {};  ///< seconds in which its threads wanted a processor in vain; where that is known

  /// T1 of a run with one worker: what it was preempted, or waited, is no work.
  [[nodiscard]] double cpu_seconds() const noexcept { return seconds * std::min(granted.own, 1.); }
};

/// Surroundings which runs enter and leave again. Between runs the cycler rests, and nothing is restricted.
/// Threads: one. Made before other threads are, for it forks.
class surroundings {
 public:
  /// Starts what is asked for. Throws input_error for a wrong wish and where this process may not make a control group
  /// with a quota.
  explicit surroundings(restriction wish = {});

  /// P_M: how many processors there are for all processes inside.
  [[nodiscard]] double processors() const noexcept { return processors_; }

  /// In words, such as "2 processors, beside cycler 2,20".
  [[nodiscard]] std::string text() const;

  /// One run on a scheduler of its own, whose threads are made inside.
  [[nodiscard]] surrounded_run run(apps::app& app, const scheduler_choice& choice);

 private:
  class visit;
  [[nodiscard]] surrounded_run run_here(apps::app& app, const scheduler_choice& choice);

  restriction wish_;
  double processors_;
  std::optional<apps::quota_group> quota_;  // outlives the cycler in it
  beside beside_;
};

}  // namespace jackdaw::cli
