// The sphere flake of the standard procedural databases.
#pragma once

#include "apps/ray/scene/scene.hpp"

namespace jackdaw::apps::ray {

/// `balls` of Haines' standard procedural databases (IEEE Computer Graphics and Applications 7(11), 1987): a
/// mirroring sphere with nine of a third of its radius around it, each of which has nine again, `levels`
/// times; a floor, three lights, the camera. 1 + 9 + … + 9^levels spheres.
[[nodiscard]] scene balls(unsigned levels);

}  // namespace jackdaw::apps::ray
