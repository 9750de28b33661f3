// Whether ways are right: a breadth-first search of its own, with distances as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/labyrinth/maze/maze.hpp"

namespace jackdaw::apps::labyrinth {

/// The squares of a way from its first to its last; empty where there is none.
using way = std::vector<std::uint32_t>;

/// Of squares that cannot be reached.
inline constexpr std::uint32_t nowhere = ~0U;

/// The distances of all squares from one.
[[nodiscard]] std::vector<std::uint32_t> distances(const maze& squares, const place& from);

/// Goes through the routes in order, as they were laid: each way must be one, from end to end over open
/// squares that no earlier way has taken, and as short as can be; without a way there must be none. Returns
/// what is wrong with the first that is not; empty when all are right.
[[nodiscard]] std::string wrong_way(const puzzle& of, const std::vector<way>& ways);

/// Makes walls of the squares of a way.
void lay(maze& squares, const way& over);

}  // namespace jackdaw::apps::labyrinth
