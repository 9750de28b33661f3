// What repeated measurements come to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace jackdaw::bench {

/// Median and extremes of some values.
struct spread {
  double median = 0;
  double min = 0;
  double max = 0;
};

/// The value that a share of the values, 0 to 1, does not exceed; 0 where there are none.
[[nodiscard]] inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

[[nodiscard]] inline spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {median, values.front(), values.back()};
}

}  // namespace jackdaw::bench
