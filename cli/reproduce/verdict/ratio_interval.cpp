#include "cli/reproduce/verdict/ratio_interval.hpp"

#include <algorithm>
#include <cmath>

#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

std::size_t interval_rank(std::size_t rounds) {
  constexpr double most_outside = 0.05;
  const auto n = static_cast<double>(rounds);
  double outside =
      0;  // the probability that fewer than `rank` + 1 ratios lie on one given side of the median
  for (std::size_t rank = 0; rank <= rounds; ++rank) {
    const auto i = static_cast<double>(rank);
    outside += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) - n * std::log(2.0));
    if (2 * outside > most_outside) return rank;
  }
  return 0;
}

std::optional<ratio_interval> interval_of(const std::vector<double>& seconds, const std::vector<double>& by) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < std::min(seconds.size(), by.size()); ++round) {
    if (seconds[round] <= 0 || by[round] <= 0) return std::nullopt;
    ratios.push_back(seconds[round] / by[round]);
  }
  if (ratios.empty()) return std::nullopt;
  std::ranges::sort(ratios);
  ratio_interval found{median(ratios), {}, {}};
  if (const std::size_t rank = interval_rank(ratios.size()); rank > 0) {
    found.low = ratios[rank - 1];
    found.high = ratios[ratios.size() - rank];
  }
  return found;
}

}  // namespace jackdaw::cli
