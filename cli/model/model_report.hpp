// What `jackdaw model` found, as tables and as JSON.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/model/model_study.hpp"

namespace jackdaw::cli {

/// A pool's constants, and how it stands to the bound.
struct model_fit {
  std::size_t pool;
  std::size_t points;
  measure::model envelope;  ///< the tightest that no run breaks
  measure::model average;   ///< the nearest to all runs
  double utilization;       ///< mean of all points
  std::size_t broken;       ///< points that break the bound
  double worst;             ///< the largest time by the bound's
};

/// One for each pool that has points; the pool that uses the processors best comes first.
[[nodiscard]] std::vector<model_fit> fits(const model_study& found, const measure::model& bound);

/// T_P / the longest time that the bound allows; above 1 it is broken.
[[nodiscard]] double ratio(const measure::execution& run, const measure::model& bound);

/// What a reader of the figures has to know, each in a line: a utilization that cannot be, and preempted workers.
[[nodiscard]] std::vector<std::string> warnings(const model_study& found);

/// A row for each point, one for each pool, and where the bound breaks.
void print(std::ostream& out, const model_study& found, const measure::model& bound);

[[nodiscard]] apps::json to_json(const model_study& found, const measure::model& bound);

}  // namespace jackdaw::cli
