// What a replay found, and how it is shown.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <jackdaw/replay/replay.hpp>

#include "apps/app.hpp"

namespace jackdaw::cli {

/// Times in nanoseconds.
struct replay_report {
  struct point {
    unsigned workers;
    replay::prediction found;
  };
  struct of_pool {
    std::string name;
    replay::costs price;
    std::vector<point> predictions;  ///< the same numbers of workers for each pool
  };

  std::string title;
  double event = 0;  ///< that was taken off for each event
  double work = 0;
  double span = 0;
  std::uint64_t tasks = 0;
  replay::adversary against;
  replay::sharing shares;
  std::uint64_t seed = 1;
  bool recorded_costs = false;  ///< of all pools, but for what was given; else they were measured now
  /// The pool of the recording where replays do not know it, and none was asked for: the default pool stands in for it.
  std::optional<std::string> instead_of;
  double part = 1;  ///< of the costs of the recorded pool that its short tasks took (fitted_costs)
  std::vector<of_pool> pools;

  [[nodiscard]] double speedup(const point& at) const {
    return at.found.nanoseconds > 0 ? work / at.found.nanoseconds : 1;
  }
  /// BP98 section 5: T1 / (P_A T_P).
  [[nodiscard]] double utilization(const point& at) const {
    return at.found.processors > 0 ? speedup(at) / at.found.processors : 1;
  }
  /// No schedule has a larger speed-up.
  [[nodiscard]] double bound(double processors) const {
    return span > 0 && work / span < processors ? work / span : processors;
  }
};

[[nodiscard]] apps::json to_json(const replay_report& report);

/// Tables for people: a row for each pool, a column for each number of workers.
void print(std::ostream& out, const replay_report& report);

/// Speed-up over the number of workers. The file is complete or not there. Throws input_error.
void write_plot(const std::string& path, const replay_report& report);

}  // namespace jackdaw::cli
