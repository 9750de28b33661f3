// Polygons divided into triangles.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps {

/// Newell's normal, twice the area long: right for polygons that are bent or not convex.
[[nodiscard]] vec3 newell_normal(const std::vector<vec3>& corners);

/// Positive where the way from a to c by b turns left, seen from the tip of the normal.
[[nodiscard]] inline double turn(const vec3& a, const vec3& b, const vec3& c, const vec3& normal) {
  return dot(cross(b - a, c - b), normal);
}

/// The corners of n - 2 triangles, by cutting off ears (Meisters 1975); a convex quadrangle along its shorter
/// diagonal. None when the corners have no normal: they lie on a line, or the polygon crosses itself evenly. Cost: by
/// the square of the corners, by their cube where ears come off in the worst order.
[[nodiscard]] std::vector<std::array<std::size_t, 3>> triangles_of(const std::vector<vec3>& corners);

}  // namespace jackdaw::apps
