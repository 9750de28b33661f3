// A comparison of pools × memory managers as KR02 shows it: which is best, and by how much.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/compare/comparison.hpp"

namespace jackdaw::cli {

/// One place of a ranking.
struct ranked {
  std::string name;
  double seconds = 0;
  double behind = 0;              ///< 0.05: 5 % more time than the first
  std::optional<double> speedup;  ///< serial time / time; of pools, where the serial program was timed
  std::string with;               ///< of pools: the memory manager of the best time
};

/// The rankings for one number of workers, best first. A wrong result takes no part; neither does a manager
/// that was not right with every pool, since its mean would not be comparable, nor a pool in its place.
struct ranking {
  unsigned workers = 0;
  std::vector<ranked> pools;          ///< by the least time over all managers (KR02 tables 5 and 7)
  std::vector<ranked> managers;       ///< by the mean time over all pools (KR02 table 8)
  std::vector<ranked> policies;       ///< by the least time over all pools and managers (WSL06 figure 5)
  std::vector<ranked> pools_by_mean;  ///< by the mean time over all managers (KR02 section 8.3)
};

/// For one number of workers.
[[nodiscard]] ranking rank(const comparison& found, unsigned workers);

/// For each number of workers, ascending. Among several idle policies the best one counts, for a pool as for
/// a pool with a manager. Empty where there were not several pools and several managers.
[[nodiscard]] std::vector<ranking> rank(const comparison& found);

void print_ranking(std::ostream& out, const std::vector<ranking>& rankings);
[[nodiscard]] apps::json to_json(const std::vector<ranking>& rankings);

}  // namespace jackdaw::cli
