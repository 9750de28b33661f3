// The lit mesh as a PLY file.
#pragma once

#include <string>

#include "apps/radiosity/solver/solution.hpp"

namespace jackdaw::apps::radiosity {

/// Writes the display mesh as PLY text: for each vertex its position, its colour (sRGB bytes) and its
/// radiosity in W/m²; the leaves as faces of three or four vertices. Whole or not at all; throws input_error
/// when it cannot be written.
void write_ply(const solution& s, const std::string& path);

}  // namespace jackdaw::apps::radiosity
