// Whether particles have moved as they should: forces against the double loop, and what physics keeps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/app.hpp"
#include "apps/nbody/double_loop.hpp"
#include "apps/nbody/particles/particles.hpp"

namespace jackdaw::apps::nbody {

/// How far a state is off, each by what is allowed: at most 1 when it is right.
struct errors {
  double forces = 0;            ///< against the double loop's: rounding in sums of n forces
  double energy = 0;            ///< that the scheme keeps; a tenth of what it differs from the energy
  double momentum = 0;          ///< rounding
  double angular_momentum = 0;  ///< rounding

  double drift = 0;  ///< of the energy itself, of a particle

  [[nodiscard]] bool passed() const {
    return forces <= 1 && energy <= 1 && momentum <= 1 && angular_momentum <= 1;
  }
  [[nodiscard]] std::string line() const;
};

/// After `steps` steps from the state in which `start` was measured.
[[nodiscard]] errors errors_of(const std::vector<block>& blocks, const measured& start, std::size_t steps,
                               double step);

/// The largest difference of two positions.
[[nodiscard]] double largest_difference(const std::vector<block>& a, const std::vector<block>& b);

}  // namespace jackdaw::apps::nbody
