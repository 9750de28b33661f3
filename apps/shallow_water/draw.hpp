// A picture of the height of the water: a map with longitude to the right and latitude upwards.
#pragma once

#include <vector>

#include "apps/shallow_water/water/model.hpp"
#include "apps/support/files/picture.hpp"

namespace jackdaw::apps::shallow_water {

/// Of `width` × `width` / 2 pixels, from longitude 0 to 360°. Low is blue, high is red, in steps of 50 m with a thin
/// line between them, as in Williamson et al.; a dark line goes around the foot of the mountain.
[[nodiscard]] picture drawn(const model& of, const std::vector<fields>& water, int width);

}  // namespace jackdaw::apps::shallow_water
