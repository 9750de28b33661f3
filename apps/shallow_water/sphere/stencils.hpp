// Which nodes a node is computed from: the nearest ones; and an order of nodes in which these have near numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::shallow_water {

/// Nodes of a stencil, the node itself included: around a node of a plane of equilateral triangles these are all
/// up to some distance, 1 + 6 + 6 + 6 + 12.
inline constexpr std::size_t stencil_size = 31;

/// The stencils of all nodes, one after another, `stencil_size` numbers each, from near to far: first the node
/// itself. Of equally far nodes the one with the smaller number comes first.
/// Cost: about 10 µs a node. Throws std::invalid_argument where there are fewer nodes than a stencil has.
[[nodiscard]] std::vector<std::uint32_t> nearest_nodes(const std::vector<vec3>& nodes);

/// The order in which a search in breadth finds the nodes, each through its six nearest ones, from node 0 on
/// (Cuthill, McKee 1969): rings around that node, so that what a ring is computed from are some rings before it and
/// some after it.
[[nodiscard]] std::vector<std::size_t> ordered_by_rings(const std::vector<std::uint32_t>& stencils);

/// The largest difference of the number of a node and of one in its stencil.
[[nodiscard]] std::size_t reach_of(const std::vector<std::uint32_t>& stencils);

}  // namespace jackdaw::apps::shallow_water
