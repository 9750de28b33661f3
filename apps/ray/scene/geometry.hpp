// Where a ray meets a sphere or a triangle.
//
// A ray is an origin and a direction of length 1, so that distances along it are lengths.
#pragma once

#include <cmath>
#include <limits>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::ray {

inline constexpr double never = std::numeric_limits<double>::infinity();

/// Distance to the first point of the sphere beyond `nearest`, from outside or inside; `never` when there is
/// none. The square of the distance of the centre from the ray is found without subtracting large numbers
/// from each other (Haines et al., Ray Tracing Gems, chapter 7): a sphere that is small and far stays round.
[[nodiscard]] inline double meet_sphere(const vec3& centre, double squared_radius, const vec3& origin,
                                        const vec3& direction, double nearest) {
  const vec3 to_centre = centre - origin;
  const double middle = dot(to_centre, direction);
  const vec3 aside = to_centre - direction * middle;
  const double left = squared_radius - dot(aside, aside);
  if (left < 0) return never;
  const double half = std::sqrt(left);
  if (middle - half > nearest) return middle - half;
  if (middle + half > nearest) return middle + half;
  return never;
}

/// The same for a triangle with one corner and the two edges that begin there, from either side (Möller and
/// Trumbore 1997). A hair's breadth beyond the edges counts, so that no ray slips between two triangles.
[[nodiscard]] inline double meet_triangle(const vec3& corner, const vec3& edge1, const vec3& edge2,
                                          const vec3& origin, const vec3& direction, double nearest) {
  constexpr double slack = 1e-9;
  const vec3 p = cross(direction, edge2);
  const double determinant = dot(edge1, p);
  if (determinant == 0) return never;
  const double inverse = 1 / determinant;
  const vec3 from_corner = origin - corner;
  const double u = dot(from_corner, p) * inverse;
  if (u < -slack || u > 1 + slack) return never;
  const vec3 q = cross(from_corner, edge1);
  const double v = dot(direction, q) * inverse;
  if (v < -slack || u + v > 1 + slack) return never;
  const double distance = dot(edge2, q) * inverse;
  return distance > nearest ? distance : never;
}

/// The direction in which a mirror with this normal (length 1) sends a ray.
[[nodiscard]] inline vec3 mirrored(const vec3& direction, const vec3& normal) {
  return direction - normal * (2 * dot(direction, normal));
}

}  // namespace jackdaw::apps::ray
