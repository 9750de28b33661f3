// Which sides of the faces light reaches.
#pragma once

#include "apps/radiosity/scene/scene.hpp"

namespace jackdaw::apps::radiosity {

/// Follows light from the lamps, marks the patches whose front it reaches (patch::is_lit), and gives a black back to each
/// face that it reaches from behind: another patch at the same place with its front to the other side. A face without one
/// would neither stop that light nor take it up. Where less than a five-hundredth of the light gets behind faces (of lamps
/// whose light mostly meets nothing: of what does meet faces), none is added: a sheet of paper on a desk, a lamp a finger's breadth below a ceiling.
void add_black_backs(scene& s);

}  // namespace jackdaw::apps::radiosity
