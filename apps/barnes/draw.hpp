// A picture of bodies.
#pragma once

#include <vector>

#include "apps/barnes/bodies/body.hpp"
#include "apps/support/files/picture.hpp"

namespace jackdaw::apps::barnes {

/// Of `side` × `side` pixels: how much mass there is along the line of sight (z), from black over blue to white;
/// the logarithm of it, because the middle is millions of times as dense as the edge. All but the outermost
/// twentieth of the bodies is inside.
[[nodiscard]] picture drawn(const std::vector<body>& bodies, int side);

}  // namespace jackdaw::apps::barnes
