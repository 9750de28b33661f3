// Putting rooms together from quadrangles and boxes.
#pragma once

#include <cstdint>
#include <string>

#include "apps/radiosity/scene/scene.hpp"

namespace jackdaw::apps::radiosity {

/// Which sides of a box to leave out (they touch a wall, the floor or another box), to be joined by |.
/// `upright`: top and bottom.
enum side : unsigned {
  none = 0,
  low_x = 1,
  high_x = 2,
  low_y = 4,
  high_y = 8,
  low_z = 16,
  high_z = 32,
  upright = 12
};

class room_builder {
 public:
  explicit room_builder(scene& into) : scene_(into) {}

  /// Adds a material and returns its number.
  std::uint32_t paint(std::string name, const vec3& reflectance, const vec3& emission = {});

  /// One quadrangle, counter-clockwise as seen from its front.
  void quad(const vec3& a, const vec3& b, const vec3& c, const vec3& d, std::uint32_t material);

  /// A box along the axes with its fronts outside.
  void box(const vec3& low, const vec3& high, std::uint32_t material, unsigned without = none);

  /// The inside of a box: walls, floor and ceiling, each in its material.
  struct shell {
    std::uint32_t floor, ceiling, low_x, high_x, low_z, high_z;
  };
  void room(const vec3& low, const vec3& high, const shell& materials, unsigned without = none);

 private:
  scene& scene_;
};

}  // namespace jackdaw::apps::radiosity
