// A flat convex triangle or quadrangle: the shape of input patches and of every element they are divided
// into.
#pragma once

#include <array>
#include <cstddef>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::radiosity {

/// Corners in counter-clockwise order, seen from the side that reflects. With three corners the fourth is
/// unused. Parameters (u, v): a quadrangle is the bilinear image of the unit square (corner 0 at (0,0), 1 at
/// (1,0), 2 at (1,1), 3 at (0,1)); a triangle is corner0 + u·(corner1 − corner0) + v·(corner2 − corner0), u +
/// v ≤ 1.
struct facet {
  std::array<vec3, 4> corner{};
  std::size_t corners = 4;
  vec3 normal;      ///< unit length
  double area = 0;  ///< in squared scene units

  [[nodiscard]] bool is_triangle() const { return corners == 3; }
  [[nodiscard]] vec3 centre() const;
  /// Largest distance of a corner from the centre.
  [[nodiscard]] double radius() const;
  [[nodiscard]] vec3 at(double u, double v) const;
  /// The point for a pair of uniform numbers in [0,1): uniform over a triangle or parallelogram.
  [[nodiscard]] vec3 sample(double s, double t) const;
  /// One of four parts. Quadrangle: 0..3 are the quarters at (low u, low v), (high, low), (low, high), (high,
  /// high). Triangle: 0..2 are at the corners, 3 is the middle. The parts tile the facet exactly.
  [[nodiscard]] facet part(unsigned which) const;
  /// The parameters of a point in the facet's plane (for points outside, some value outside the range).
  struct parameters {
    double u, v;
  };
  [[nodiscard]] parameters locate(const vec3& point) const;
  /// Signed distance of `point` from the plane; positive on the reflecting side.
  [[nodiscard]] double height(const vec3& point) const { return dot(point - corner[0], normal); }
};

/// Fills in normal and area from the corners; area 0 (and no normal) when they lie on a line.
facet make_facet(const std::array<vec3, 4>& corner, std::size_t corners);

/// Whether some of each lies in front of the other's plane by more than `tolerance` (scene units): if not, no
/// light passes between them, since surfaces are one-sided.
bool face_each_other(const facet& a, const facet& b, double tolerance);

/// Whether they cut through each other: each reaches beyond the other's plane on both sides, and they have a line in
/// common, all by more than `tolerance` (scene units).
bool cut_each_other(const facet& a, const facet& b, double tolerance);

}  // namespace jackdaw::apps::radiosity
