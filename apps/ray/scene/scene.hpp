// What is looked at: spheres and triangles with materials, point lights, a camera.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::ray {

/// The light that comes from a surface (Phong 1975, Whitted 1980): `ambient` always; from each light that
/// can be seen from there `diffuse` by the cosine of its angle to the normal, and `specular` by the cosine of
/// its angle to the mirror direction, to the power of `shininess`; `mirror` of what comes from that
/// direction.
struct material {
  vec3 ambient;
  vec3 diffuse;
  vec3 specular;
  double shininess = 1;
  vec3 mirror;
};

struct sphere {
  vec3 centre;
  double radius = 1;
  std::uint32_t material = 0;  ///< index into scene::materials
};

/// Seen from both sides. The normals at the corners are of length 1; all three that of the plane where the
/// triangle is to look flat.
struct triangle {
  std::array<vec3, 3> corners;
  std::array<vec3, 3> normals;
  std::uint32_t material = 0;
};

/// A flat triangle. Its corners must not lie on a line.
[[nodiscard]] inline triangle flat_triangle(const vec3& a, const vec3& b, const vec3& c,
                                            std::uint32_t material) {
  const vec3 normal = normalized(cross(b - a, c - a));
  return {{a, b, c}, {normal, normal, normal}, material};
}

struct point_light {
  vec3 position;
  vec3 colour;  ///< as bright at any distance
};

/// A pinhole camera.
struct camera {
  vec3 eye, target;
  vec3 up{0, 1, 0};
  double field_of_view = 45;  ///< of the height of the picture, in degrees
};

struct scene {
  std::string name;
  std::vector<material> materials;
  std::vector<sphere> spheres;
  std::vector<triangle> triangles;
  std::vector<point_light> lights;
  vec3 background;  ///< what a ray sees that leaves the scene
  camera view;
  vec3 origin;  ///< of all coordinates here, in the coordinates of the input

  /// Spheres are numbered first, triangles after them.
  [[nodiscard]] std::size_t objects() const noexcept { return spheres.size() + triangles.size(); }
};

}  // namespace jackdaw::apps::ray
