// Labyrinths from files. What a file is, its first bytes say.
#pragma once

#include <optional>
#include <string>

#include "apps/labyrinth/maze/maze.hpp"
#include "apps/support/files/input_file.hpp"

namespace jackdaw::apps::labyrinth {

/// Ends that were named on the command line.
struct chosen_ends {
  std::optional<place> from, to;
};

/// Reads a text maze, a bitmap (PNG; PBM: P1 or P4) or a STAMP file (apps/labyrinth/README.md). A text maze
/// has its ends in it, a bitmap has two openings in its border, unless ends were chosen; a STAMP file has its
/// routes. Throws input_error: what, where, what was expected.
[[nodiscard]] puzzle read_puzzle(const std::string& path, const chosen_ends& ends);

// One for each kind of file; `path` as it stands in messages, `bytes` are all of it.
[[nodiscard]] puzzle text_puzzle(const std::string& path, const std::string& bytes, const chosen_ends& ends);
[[nodiscard]] puzzle stamp_puzzle(input_file input);
[[nodiscard]] maze png_maze(const std::string& path, const std::string& bytes);
[[nodiscard]] maze pbm_maze(const std::string& path, const std::string& bytes);

/// The way from one opening in the border of the only layer to the other one, with the ends that were chosen
/// instead. An opening is a run of open squares; the way begins in its middle.
[[nodiscard]] route border_route(const std::string& path, const maze& squares, const chosen_ends& ends);

/// Throws input_error unless both ends are open squares of the maze, and different.
void require_open(const std::string& where, const maze& squares, const route& way);

}  // namespace jackdaw::apps::labyrinth
