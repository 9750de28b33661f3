// The numbers at a node: of the water, of what it is differentiated by, of the planet.
#pragma once

namespace jackdaw::apps::shallow_water {

/// The water at a node. The velocity has Cartesian components, so that no place is special; all four numbers are
/// computed in one instruction where the processor can.
struct alignas(32) fields {
  double u = 0, v = 0, w = 0;  ///< in m/s
  double surface = 0;          ///< in m above the mean height of its case

  friend bool operator==(const fields&, const fields&) = default;
};

/// By what the numbers at one node of a stencil are multiplied: the sums over the stencil are the gradient along the
/// sphere in Cartesian components, and the damping of what is too short for the nodes.
struct alignas(32) weight {
  double x = 0, y = 0, z = 0;
  double damping = 0;
};

/// The planet at a node.
struct alignas(32) place {
  double x = 0, y = 0, z = 0;                    ///< on the sphere of radius 1
  double coriolis = 0;                           ///< in 1/s
  double slope_x = 0, slope_y = 0, slope_z = 0;  ///< the gradient of the ground along the sphere
  double ground = 0;                             ///< height of the mountain, in m
};

}  // namespace jackdaw::apps::shallow_water
