// Bodies, and what pulls them. The constant of gravity is 1.
#pragma once

#include <cstddef>
#include <cstdint>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::barnes {

/// Numbers of bodies have 32 bits.
inline constexpr std::size_t most_bodies = std::size_t{1} << 30;

/// Larger numbers are not computed with: seventh powers of distances would overflow.
inline constexpr double largest_number = 1e30;

/// Smaller coordinates count as 0. So different ones are more than 1e-46 apart, of which seventh powers do not vanish.
inline constexpr double smallest_coordinate = 1e-30;

[[nodiscard]] constexpr bool is_same_place(const vec3& a, const vec3& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// One line of the cache.
struct body {
  vec3 position;
  vec3 velocity;
  double mass = 0;
  std::uint32_t number = 0;  ///< which one it is, wherever it is stored
};
static_assert(sizeof(body) == 64);

/// What all others do to a body.
struct pull {
  vec3 acceleration;
  double potential = 0;
};

/// What is simulated, besides the bodies.
struct settings {
  double theta = 0.6;       ///< opening angle, 0 to 1: what is seen smaller than that counts as one body
  double softening = 0.05;  ///< added to all distances, squared; keeps close encounters smooth
  double step = 1.0 / 64;   ///< of time
  std::size_t steps = 10;
};

}  // namespace jackdaw::apps::barnes
