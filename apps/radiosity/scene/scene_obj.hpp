// Scenes from Wavefront OBJ and MTL files.
#pragma once

#include <string>

#include "apps/radiosity/scene/scene.hpp"

namespace jackdaw::apps::radiosity {

/// Reads a scene. Faces are one-sided: counter-clockwise as seen from the side that reflects; the
/// other side is black and stops light. A sheet with two fronts is two faces. Flat convex
/// quadrangles stay whole, other polygons become triangles. Reflectance is Kd; a material emits its Ke, or,
/// when it has none and "light" is part of its name, its Ka or else its Kd. Faces without a material are grey
/// (0.7). The camera looks at the side of the bounding box through which most front sides are seen. Throws
/// input_error (see obj::read_model and complete).
scene read_obj(const std::string& path);

}  // namespace jackdaw::apps::radiosity
