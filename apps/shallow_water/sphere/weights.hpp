// Differences by radial basis functions (RBF-FD): by which numbers the values at the nodes of a stencil are
// multiplied so that their sum is a derivative at the first node.
//
// Source: Flyer, Lehto, Blaise, Wright, St-Cyr, Journal of Computational Physics 231 (2012). Deviation: they take
// Gaussians that become narrower with the spacing, whose error in the gradient stays where it is once it is 1e-5;
// here these are polyharmonic splines r⁷ in the plane that touches the sphere at the node, and polynomials up to the
// fourth degree, all of which are exact there (Flyer, Fornberg, Bayona, Barnett, the same journal 321 (2016)).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "apps/shallow_water/sphere/fields.hpp"
#include "apps/shallow_water/sphere/stencils.hpp"
#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::shallow_water {

/// For the sphere of radius 1: the gradient along the sphere, off by the fourth power of the spacing, and as the
/// damping Δ³, which leaves polynomials up to the fourth degree alone.
/// `stencil`: numbers of nodes, the one of the derivative first. False when there is no solution: nodes coincide.
/// Threads: any, after blas::require(). Cost: 40 µs, a system of 46 linear equations.
[[nodiscard]] bool differentiate(const std::vector<vec3>& nodes,
                                 std::span<const std::uint32_t, stencil_size> stencil,
                                 std::span<weight, stencil_size> result);

/// The same for all nodes, in as many threads as there are processors. Throws std::invalid_argument when nodes
/// coincide.
[[nodiscard]] std::vector<weight> all_weights(const std::vector<vec3>& nodes,
                                              const std::vector<std::uint32_t>& stencils);

}  // namespace jackdaw::apps::shallow_water
