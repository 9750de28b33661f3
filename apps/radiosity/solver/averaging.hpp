// The lit surfaces for display: radiosities averaged at the corners of the leaves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::radiosity {

struct element;
struct solution;

/// One leaf of the display mesh.
struct display_cell {
  const element* leaf = nullptr;
  std::array<std::uint32_t, 4> vertex{};  ///< as many as the leaf has corners
};

/// The leaves of one surface (see patch::surface) with common corners.
struct display_surface {
  std::vector<vec3> position;
  std::vector<vec3> radiosity;  ///< W/m², at each position
  std::vector<display_cell> cells;
};

/// Makes the display mesh of surface `number`: every corner gets the mean of the leaves around it. A corner
/// in the middle of a larger leaf's edge gets the value interpolated along that edge, so that no crack shows.
/// Leaves that see next to nothing (under a box) do not count where others do. Each surface belongs to one
/// task; sets element::cell of its leaves.
void average_surface(solution& s, std::uint32_t number);

/// The radiosity to show at a point of a patch, W/m².
vec3 shown_radiosity(const solution& s, std::uint32_t patch, const vec3& point);

}  // namespace jackdaw::apps::radiosity
