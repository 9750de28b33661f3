#include "apps/shallow_water/sphere/sphere.hpp"

#include "apps/shallow_water/sphere/stencils.hpp"
#include "apps/shallow_water/sphere/weights.hpp"

namespace jackdaw::apps::shallow_water {

sphere make_nodes(std::size_t parts) {
  sphere made;
  const node_set found = icosahedral_nodes(parts);
  made.nodes = reordered(found, ordered_by_rings(nearest_nodes(found.at)));
  made.stencils = nearest_nodes(made.nodes.at);
  made.reach = reach_of(made.stencils);
  return made;
}

void weigh(sphere& s) { s.weights = all_weights(s.nodes.at, s.stencils); }

}  // namespace jackdaw::apps::shallow_water
