// The reference: all pairs by two plain loops, without blocks; and what such loops find out about a state.
#pragma once

#include <cstddef>
#include <vector>

#include "apps/nbody/particles/particles.hpp"
#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::nbody {

/// The whole simulation.
void run_double_loop(std::vector<block>& blocks, std::size_t steps, double step);

/// What is kept while particles move, and their forces.
struct measured {
  std::vector<vec3> forces;
  std::vector<double> force_sizes;  ///< the sums of the sizes of all that the forces are sums of
  double energy = 0;
  /// What the scheme keeps instead of the energy, up to the fourth power of the step: the energy and
  /// step² (vᵀ V″ v / 12 - |V′|² / 24), where V is the potential (Hairer, Lubich, Wanner, Geometric Numerical
  /// Integration, chapter IX).
  double scheme_energy = 0;
  vec3 momentum;
  vec3 angular_momentum;
  double speeds = 0;  ///< the sum of all
  double sweeps = 0;  ///< the sum of distances from the middle by speeds
};

[[nodiscard]] measured measure(const std::vector<block>& blocks, double step);

}  // namespace jackdaw::apps::nbody
