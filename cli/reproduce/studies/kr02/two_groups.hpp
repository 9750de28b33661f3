// Which of several times lie close together, with one wide step between them: KR02's figure 8.
#pragma once

#include <cstddef>
#include <vector>

namespace jackdaw::cli {

/// Participants in two groups, the faster ones first; indices, by ascending time in each.
struct two_groups {
  std::vector<std::size_t> fast;
  std::vector<std::size_t> slow;
};

/// Divided where the ratio of two neighbours in the order of `seconds` is largest. Two participants at least, all times
/// above 0.
[[nodiscard]] two_groups divided(const std::vector<double>& seconds);

/// Of one round: the least time of the slow group by the longest of the fast one.
[[nodiscard]] double step_between(const two_groups& groups, const std::vector<double>& seconds);

/// Of one round: the longest time of a group by its least one, of the group where that is more.
[[nodiscard]] double step_within(const two_groups& groups, const std::vector<double>& seconds);

/// Seconds of a group.
[[nodiscard]] double mean_of(const std::vector<std::size_t>& group, const std::vector<double>& seconds);

/// Of one round: the mean of the slow group by that of the fast one.
[[nodiscard]] double ratio_of(const two_groups& groups, const std::vector<double>& seconds);

}  // namespace jackdaw::cli
