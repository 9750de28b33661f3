// Axis-aligned boxes.
#pragma once

#include "apps/ray/scene/geometry.hpp"
#include "apps/ray/scene/scene.hpp"

namespace jackdaw::apps::ray {

/// Empty at first.
struct box {
  vec3 low{never, never, never};
  vec3 high{-never, -never, -never};

  void add(const vec3& point) { add(box{point, point}); }
  void add(const box& other) {
    low = lowest(low, other.low);
    high = highest(high, other.high);
  }
  /// Of all sides but the opposite ones; only of a box that is not empty.
  [[nodiscard]] double half_area() const {
    const vec3 d = high - low;
    return d.x * d.y + d.y * d.z + d.z * d.x;
  }
  [[nodiscard]] vec3 centre() const { return (low + high) * 0.5; }
  [[nodiscard]] box with_margin(double width) const {
    const vec3 all{width, width, width};
    return {low - all, high + all};
  }
};

[[nodiscard]] inline box box_of(const sphere& s) { return box{s.centre, s.centre}.with_margin(s.radius); }

[[nodiscard]] inline box box_of(const triangle& t) {
  box all;
  for (const vec3& corner : t.corners) all.add(corner);
  return all;
}

[[nodiscard]] inline box box_of(const scene& s) {
  box all;
  for (const sphere& each : s.spheres) all.add(box_of(each));
  for (const triangle& each : s.triangles) all.add(box_of(each));
  return all;
}

/// Lengths far below this part of a scene's size are rounding.
inline constexpr double rounding_part = 1e-9;

[[nodiscard]] inline double rounding_margin(const scene& s) {
  const box all = box_of(s);
  return rounding_part * (length(all.high - all.low) + length(all.centre()));
}

}  // namespace jackdaw::apps::ray
