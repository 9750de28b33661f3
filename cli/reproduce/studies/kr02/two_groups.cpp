#include "cli/reproduce/studies/kr02/two_groups.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace jackdaw::cli {

namespace {

/// The least and the longest time.
std::pair<double, double> limits_of(const std::vector<std::size_t>& group,
                                    const std::vector<double>& seconds) {
  std::pair<double, double> limits{seconds[group.front()], seconds[group.front()]};
  for (const std::size_t each : group)
    limits = {std::min(limits.first, seconds[each]), std::max(limits.second, seconds[each])};
  return limits;
}

double spread_of(const std::vector<std::size_t>& group, const std::vector<double>& seconds) {
  const auto [least, longest] = limits_of(group, seconds);
  return longest / least;
}

}  // namespace

double mean_of(const std::vector<std::size_t>& group, const std::vector<double>& seconds) {
  double sum = 0;
  for (const std::size_t each : group) sum += seconds[each];
  return sum / static_cast<double>(group.size());
}

two_groups divided(const std::vector<double>& seconds) {
  std::vector<std::size_t> order(seconds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t each) { return seconds[each]; });
  std::size_t first_slow = 1;
  const auto step = [&](std::size_t at) { return seconds[order[at]] / seconds[order[at - 1]]; };
  for (std::size_t at = 2; at < order.size(); ++at) {
    if (step(at) > step(first_slow)) first_slow = at;
  }
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(first_slow);
  return {{order.begin(), middle}, {middle, order.end()}};
}

double step_between(const two_groups& groups, const std::vector<double>& seconds) {
  return limits_of(groups.slow, seconds).first / limits_of(groups.fast, seconds).second;
}

double step_within(const two_groups& groups, const std::vector<double>& seconds) {
  return std::max(spread_of(groups.fast, seconds), spread_of(groups.slow, seconds));
}

double ratio_of(const two_groups& groups, const std::vector<double>& seconds) {
  return mean_of(groups.slow, seconds) / mean_of(groups.fast, seconds);
}

}  // namespace jackdaw::cli
