// Whether the water has moved as it should: by what is known of its flow, and by what is kept.
#pragma once

#include <string>
#include <vector>

#include "apps/shallow_water/water/model.hpp"

namespace jackdaw::apps::shallow_water {

/// What is kept while water moves without friction, on a sphere of radius 1.
struct totals {
  double mass = 0;    ///< the integral of the depth, in m
  double energy = 0;  ///< per density, in m³/s²
};

[[nodiscard]] totals totals_of(const model& of, const std::vector<fields>& water);

/// How far a state is off, and how far it may be.
///
/// Known is the steady flow: the mean error, and the largest one at a node, fall with the fourth power of the spacing
/// of nodes. Mass and energy are kept by the equations, and by the scheme up to its error: that falls as fast where the
/// flow is steady, and with the square of the spacing behind a mountain, which has an edge. Allowed is about twice the
/// worst that was found at 162 to 10 242 nodes after five days, and more in proportion after more days.
struct errors {
  bool is_steady = false;
  double surface = 0;   ///< of the steady flow, relative to the mean height, root of the mean square
  double velocity = 0;  ///< relative to the fastest
  double largest = 0;   ///< at a node, of both
  double mass = 0;      ///< relative change
  double energy = 0;    ///< relative change
  double outward = 0;   ///< the largest velocity out of the sphere, in m/s: rounding

  double surface_allowed = 0, velocity_allowed = 0, largest_allowed = 0, kept_allowed = 0,
         outward_allowed = 0;

  [[nodiscard]] bool passed() const;
  [[nodiscard]] std::string line() const;
};

/// After `steps` steps.
[[nodiscard]] errors errors_of(const model& of, const std::vector<fields>& water, std::size_t steps);

}  // namespace jackdaw::apps::shallow_water
