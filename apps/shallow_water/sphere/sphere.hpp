// The sphere as the program knows it: nodes in rings, their stencils and weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/shallow_water/sphere/fields.hpp"
#include "apps/shallow_water/sphere/nodes.hpp"

namespace jackdaw::apps::shallow_water {

/// Of radius 1. A stencil's nodes and weights stand one after another, `stencil_size` for each node.
struct sphere {
  node_set nodes;
  std::vector<std::uint32_t> stencils;
  std::vector<weight> weights;
  std::size_t reach = 0;  ///< the largest difference of the number of a node and of one in its stencil

  [[nodiscard]] std::size_t count() const noexcept { return nodes.count(); }
};

/// Nodes in order of rings around a pole, so that what stencils touch of the others lies close beside; no weights yet.
/// Cost: 20 µs a node.
[[nodiscard]] sphere make_nodes(std::size_t parts);

/// Computes the weights, in as many threads as there are processors. Cost: 40 µs a node, and 1 kB. Throws input_error
/// when LAPACK cannot be loaded.
void weigh(sphere& s);

/// The sum over the nodes of what is(i) at node i, by the areas: the integral over the sphere of radius 1.
template <class Is>
[[nodiscard]] double integral(const sphere& s, const Is& is) {
  double sum = 0;
  for (std::size_t i = 0; i < s.count(); ++i) sum += s.nodes.areas[i] * is(i);
  return sum;
}

}  // namespace jackdaw::apps::shallow_water
