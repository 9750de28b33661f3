// Wavefront OBJ files, read by tinyobjloader once each of their lines was found right.
#pragma once

#include <string>

#include <tiny_obj_loader.h>

#include "apps/support/vec3.hpp"

namespace jackdaw::apps {

/// What polygons become.
enum class polygons { kept, triangulated };

/// The file with the materials that it names. Throws input_error (see check_obj).
[[nodiscard]] tinyobj::ObjReader read_obj_file(const std::string& path, polygons wanted);

/// Three numbers in a row, as that library keeps points and colours.
template <class Real>
[[nodiscard]] vec3 to_vec3(const Real* v) {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

}  // namespace jackdaw::apps
