// What is asked of bodies and of what pulls them.
#pragma once

#include <cstddef>
#include <string>

#include "apps/barnes/simulation/simulation.hpp"

namespace jackdaw::apps::barnes {

/// The first body that differs in any bit, or is pulled otherwise, in words; empty when there is none.
[[nodiscard]] std::string difference(const outcome& found, const outcome& expected);

/// How far accelerations are off the direct sum over all bodies, for some of them.
struct force_error {
  std::size_t sampled = 0;
  double mean = 0, worst = 0;  ///< by the acceleration of the direct sum
  /// By the sizes of all pulls on a body together: where pulls cancel each other, nothing else is small.
  double worst_part = 0;
  double potential = 0;  ///< the worst, by the direct sum's
};

/// At most `most` bodies, spread over all; fewer where that takes more than some 10^8 pairs.
[[nodiscard]] force_error compare_with_direct_sum(const outcome& found, double softening, std::size_t most);

/// What worst_part may be. Not proved: a cell of side s pulls from a distance of s / θ or more, where the first
/// term that is left out is smaller than what it pulls by the third power of θ, and random in sign; the factor is
/// ten times and more what Plummer's model needs.
[[nodiscard]] double allowed_error(double theta);

}  // namespace jackdaw::apps::barnes
