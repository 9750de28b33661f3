// Labyrinths and the ways through them, to look at.
#pragma once

#include <ostream>
#include <vector>

#include "apps/labyrinth/check.hpp"
#include "apps/labyrinth/maze/maze.hpp"
#include "apps/support/files/picture.hpp"

namespace jackdaw::apps::labyrinth {

/// As text: # walls, blank open, * a way, S and E its ends; layers one below the other, a blank line between.
/// With one route it can be read again.
void draw_text(std::ostream& out, const puzzle& of, const std::vector<way>& ways);

/// As a picture: walls dark, ways in strong colours, open squares the paler the further they are from the
/// beginning of the only route (white with several); layers one below the other. Small labyrinths get several
/// pixels a square.
[[nodiscard]] picture draw(const puzzle& of, const std::vector<way>& ways);

}  // namespace jackdaw::apps::labyrinth
