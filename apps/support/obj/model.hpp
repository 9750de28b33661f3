// What a Wavefront OBJ file and its MTL files say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::obj {

struct material {
  std::string name;
  vec3 ambient, diffuse, specular, emission;  ///< Ka, Kd, Ks, Ke
  double shininess = 1;                       ///< Ns
  int illumination = 0;                       ///< illum
};

inline constexpr std::uint32_t none = UINT32_MAX;

struct corner {
  std::uint32_t vertex;         ///< into model::positions
  std::uint32_t normal = none;  ///< into model::normals, or none
};

struct face {
  std::size_t first;    ///< its corners begin there in model::corners
  std::uint32_t count;  ///< at least 3
  std::uint32_t material = none;
  int line;  ///< of the file
};

/// Every index is less than the size of what it points into.
struct model {
  /// What was subtracted from all positions: the middle of the faces' bounding box where that is far from 0 as
  /// compared with the box's size, else 0. So coordinates of a survey are computed with as exactly as others.
  vec3 origin;
  std::vector<vec3> positions;
  std::vector<vec3> normals;  ///< as written, of any length
  std::vector<corner> corners;
  std::vector<face> faces;
  std::vector<material> materials;
};

}  // namespace jackdaw::apps::obj
