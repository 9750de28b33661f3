// Scenes from Wavefront OBJ and MTL files.
#pragma once

#include <string>

#include "apps/ray/scene/scene.hpp"

namespace jackdaw::apps::ray {

/// Reads a scene. Kd is the matt colour, a tenth of it ambient light, Ke shines of itself; Ks and Ns make
/// highlights, and Ks, at most 1, is the mirror's colour where illum asks for reflection (3 to 9). Normals at
/// corners (vn) are used where the file has them. What glows (Ke) is a point light in its middle as well;
/// without any, two lights stand behind the eye's shoulders. The eye is outside, in front and a little above.
/// Throws input_error: see obj::read_model, and when nothing is left to look at.
[[nodiscard]] scene read_obj(const std::string& path);

}  // namespace jackdaw::apps::ray
