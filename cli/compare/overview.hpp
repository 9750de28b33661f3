// Many applications on many pools: how far each pool is behind the best.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/compare/comparison.hpp"

namespace jackdaw::cli {

/// One pool on all applications, for one number of workers.
struct overview_row {
  std::string pool;
  /// Its time by that of the best pool, by application; 1: it is the best. Nothing where a result was wrong.
  std::vector<std::optional<double>> ratios;
  double mean = 0;            ///< the geometric one; 0 where a result was wrong
  double worst = 0;           ///< likewise
  std::string worst_at = {};  ///< the application with that ratio
};

struct overview_table {
  unsigned workers = 0;
  std::vector<std::string> apps;
  std::vector<overview_row> rows;  ///< the least mean first, those with a wrong result last
};

/// For each number of workers in `found`. A pool has the time with its best memory manager and idle policy.
[[nodiscard]] std::vector<overview_table> overview_of(const std::vector<comparison>& found);

/// One application as soon as it has been measured: the best pool, and how far the default pool is behind it. A line.
[[nodiscard]] std::string in_short(const comparison& found);

void print_overview(std::ostream& out, const std::vector<comparison>& found);
[[nodiscard]] apps::json overview_json(const std::vector<comparison>& found);

}  // namespace jackdaw::cli
