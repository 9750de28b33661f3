// Points that are spread over the unit sphere as evenly as the faces of an icosahedron can be divided.
#pragma once

#include <cstddef>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::shallow_water {

/// What each edge of the icosahedron is divided into, at most: 655 362 nodes.
inline constexpr std::size_t most_parts = 256;
/// At least: with fewer nodes a stencil bends too far around the sphere.
inline constexpr std::size_t least_parts = 4;

/// How many nodes there are: the corners, those within edges, those within faces.
[[nodiscard]] constexpr std::size_t node_count(std::size_t parts) { return 10 * parts * parts + 2; }

/// How many parts come closest to so many nodes, within the limits.
[[nodiscard]] std::size_t nearest_parts(std::size_t nodes);

/// The mean distance of neighbours, on a sphere of radius 1: as in a plane of equilateral triangles.
[[nodiscard]] double spacing(std::size_t nodes);

/// Points on the unit sphere, and the area that belongs to each of them: a third of each triangle that it is a
/// corner of. The areas add up to 4π, and are what sums over the sphere are weighted by.
struct node_set {
  std::vector<vec3> at;
  std::vector<double> areas;

  [[nodiscard]] std::size_t count() const noexcept { return at.size(); }
};

/// Cost: some hundred nanoseconds a node.
[[nodiscard]] node_set icosahedral_nodes(std::size_t parts);

/// The same nodes in another order: node i is what node order[i] was.
[[nodiscard]] node_set reordered(const node_set& nodes, const std::vector<std::size_t>& order);

}  // namespace jackdaw::apps::shallow_water
