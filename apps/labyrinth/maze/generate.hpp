// Labyrinths made by a generator of our own; the same ones for the same seed.
#pragma once

#include <cstdint>
#include <string>

#include "apps/labyrinth/maze/maze.hpp"

namespace jackdaw::apps::labyrinth {

/// Names of the kinds that generate() knows, for messages.
[[nodiscard]] std::string kinds();

/// A labyrinth of `width` × `height` squares, at least 5 × 5, with a way from the upper left to the lower
/// right. Kinds: perfect: exactly one way between any two squares, long winding corridors (depth-first
/// search); braided: the same without dead ends, so that there are many ways; open: a field with single
/// blocks in it. Throws input_error for any other.
[[nodiscard]] puzzle generate(const std::string& kind, int width, int height, std::uint64_t seed);

}  // namespace jackdaw::apps::labyrinth
