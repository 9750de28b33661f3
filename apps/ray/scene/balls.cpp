#include "apps/ray/scene/balls.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace jackdaw::apps::ray {

namespace {

constexpr vec3 upwards{0, 0, 1};

vec3 by_angles(double azimuth_degrees, double z) {
  const double angle = azimuth_degrees * std::numbers::pi / 180;
  const double across = std::sqrt(1 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

/// Where the nine sit on a sphere that stands on another one: six around its waist, three above.
std::array<vec3, 9> seats() {
  std::array<vec3, 9> made;
  for (std::size_t i = 0; i < 6; ++i) made[i] = by_angles(15 + 60 * static_cast<double>(i), 0);
  for (std::size_t i = 0; i < 3; ++i)
    made[6 + i] = by_angles(45 + 120 * static_cast<double>(i), std::sqrt(2.0 / 3));
  return made;
}

/// `v`, turned as one turns `upwards` to `direction` by the shortest way.
vec3 turned(const vec3& v, const vec3& direction) {
  if (direction.z < -1 + 1e-9) return {-v.x, v.y, -v.z};  // all ways are as short: about the y axis
  const vec3 axis = cross(upwards, direction);
  const vec3 once = cross(axis, v);
  return v + once + cross(axis, once) * (1 / (1 + direction.z));
}

void grow(scene& s, const std::array<vec3, 9>& around, const sphere& at, const vec3& direction,
          unsigned levels) {
  s.spheres.push_back(at);
  if (levels == 0) return;
  const double radius = at.radius / 3;
  for (const vec3& seat : around) {
    const vec3 way = normalized(turned(seat, direction));
    grow(s, around, {at.centre + way * (at.radius + radius), radius, at.material}, way, levels - 1);
  }
}

}  // namespace

scene balls(unsigned levels) {
  scene s;
  s.name = "balls";
  s.background = {0.078, 0.361, 0.753};
  s.view = {{2.1, 1.3, 1.7}, {0, 0, 0}, upwards, 45};
  const double each = 1 / std::sqrt(3.0);
  for (const vec3& position : {vec3{4, 3, 2}, vec3{1, -4, 4}, vec3{-3, 1, 5}})
    s.lights.push_back({position, {each, each, each}});

  const vec3 beige{1, 0.75, 0.33};
  s.materials.push_back({beige * 0.2, beige * 0.8, {}, 1, {}});
  const vec3 half{0.5, 0.5, 0.5};
  s.materials.push_back({{}, vec3{1, 0.9, 0.7} * 0.5, half, 37, half});
  const std::array<vec3, 4> floor{{{12, 12, -0.5}, {-12, 12, -0.5}, {-12, -12, -0.5}, {12, -12, -0.5}}};
  s.triangles = {flat_triangle(floor[0], floor[1], floor[2], 0),
                 flat_triangle(floor[0], floor[2], floor[3], 0)};
  grow(s, seats(), {{0, 0, 0}, 0.5, 1}, upwards, levels);
  return s;
}

}  // namespace jackdaw::apps::ray
