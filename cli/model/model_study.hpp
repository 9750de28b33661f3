// Many runs as BP98's model sees them: inputs × pools × workers, in one kind of surroundings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <jackdaw/measure/model.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "cli/compare/comparison.hpp"
#include "cli/model/model_inputs.hpp"
#include "cli/run/surroundings/surroundings.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

/// Which P_A counts: what this process got by its CPU time, or what the cycler left, the paper's.
enum class processors_by : unsigned char { cpu_time, left };

/// What to measure.
struct model_plan {
  std::vector<std::string> pools;
  std::vector<unsigned> workers;
  unsigned repeat = 3;
  estimate by = estimate::median;
  processors_by granted = processors_by::left;
  scheduler_options placed = {};  ///< of all schedulers
};

/// What was found.
struct model_study {
  struct input {
    std::string text;
    std::string label;
    double parallelism = 0;  ///< T1 / T∞
    bool by_formula = false;
  };
  /// Of the runs of one input on one pool with so many workers the one that counts: the middle one, or the least, by
  /// P_A T_P.
  struct point {
    std::size_t input;
    std::size_t pool;
    measure::execution run;
    beside::share granted;
    std::optional<double> preempted = {};  ///< seconds of its workers, where the kernel tells

    /// Of the workers' time, from 0 to 1: in which they were preempted, and in which they slept for lack of work, or
    /// waited otherwise.
    [[nodiscard]] double preempted_share() const noexcept {
      return std::clamp(preempted.value_or(0) / (run.workers * run.seconds), 0., 1.);
    }
    [[nodiscard]] double asleep_share() const noexcept {
      return std::clamp(1 - granted.own / run.workers - preempted_share(), 0., 1.);
    }
  };

  std::vector<input> inputs;
  std::vector<std::string> pools;
  std::string surroundings;
  model_plan plan;
  std::vector<point> points;       ///< of right results only
  std::vector<std::string> wrong;  ///< what the checks of the others said

  /// Those of one pool.
  [[nodiscard]] std::vector<measure::execution> runs_of(std::size_t pool) const;
};

/// T1 is the CPU time of one worker, measured for each pool in `alone`, T∞ once for each input, and the points in `there`; all by
/// turns, so that a drift of the machine hits them alike. Throws input_error where an input's span cannot be seen.
[[nodiscard]] model_study study(std::vector<model_input>& inputs, const model_plan& plan, surroundings& alone,
                                surroundings& there, progress& shown);

}  // namespace jackdaw::cli
