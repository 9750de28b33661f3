// The ratio of two times that were measured round by round, and between which values it lies.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace jackdaw::cli {

/// Of the times of one participant by those of another, each two of the same round, so that a drift of the machine is
/// in both. The middle is the median of the ratios. The interval is that of the sign test: from the k-th least ratio
/// to the k-th largest, with the largest k for which the median lies outside with a probability of 5 % at most,
/// whatever the distribution of the ratios.
struct ratio_interval {
  double middle = 1;
  std::optional<double> low{};  ///< nothing with fewer than least_rounds
  std::optional<double> high{};

  /// With 5 the least and the largest ratio miss the median once in 16 times.
  static constexpr std::size_t least_rounds = 6;
};

/// Nothing without rounds, and where a time is not above 0. Both of the same length.
[[nodiscard]] std::optional<ratio_interval> interval_of(const std::vector<double>& seconds,
                                                        const std::vector<double>& by);

/// The k above for so many rounds; 0: there is none. O(rounds).
[[nodiscard]] std::size_t interval_rank(std::size_t rounds);

}  // namespace jackdaw::cli
