// A picture of the particles: balls that touch at the distance where attraction ends, seen from far away.
#pragma once

#include <vector>

#include "apps/nbody/particles/particles.hpp"
#include "apps/support/files/picture.hpp"

namespace jackdaw::apps::nbody {

/// Of `side` × `side` pixels. Slow particles are blue, fast ones are red; what has flown off far is left out.
[[nodiscard]] picture drawn(const std::vector<block>& blocks, int side);

}  // namespace jackdaw::apps::nbody
