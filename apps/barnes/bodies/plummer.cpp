#include "apps/barnes/bodies/plummer.hpp"

#include <cmath>
#include <numbers>

#include <jackdaw/base/random.hpp>

namespace jackdaw::apps::barnes {

namespace {

/// From 0 to before 1.
double uniform(base::random& random) { return static_cast<double>(random.next() >> 11U) * 0x1p-53; }

vec3 in_any_direction(double length, base::random& random) {
  const double z = 2 * uniform(random) - 1;
  const double angle = 2 * std::numbers::pi * uniform(random);
  const double across = std::sqrt(1 - z * z);
  return vec3{across * std::cos(angle), across * std::sin(angle), z} * length;
}

/// By rejection: the part of the escape velocity that a star has, of density q²(1 - q²)^(7/2), below 0.1.
double part_of_escape(base::random& random) {
  for (;;) {
    const double q = uniform(random);
    if (0.1 * uniform(random) < q * q * std::pow(1 - q * q, 3.5)) return q;
  }
}

}  // namespace

std::vector<body> plummer(std::size_t count, std::uint64_t seed) {
  constexpr double outermost = 0.999;  // part of the mass that is inside; the model itself has no end
  constexpr double scale = 3 * std::numbers::pi / 16;  // of lengths, for an energy of -1/4
  base::random random(seed);
  std::vector<body> all(count);
  vec3 centre, drift;
  const double mass = 1 / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double inside = outermost * (1 - uniform(random));
    const double radius = 1 / std::sqrt(std::pow(inside, -2.0 / 3) - 1);
    const double escape = std::sqrt(2.0) * std::pow(1 + radius * radius, -0.25);
    body& b = all[i];
    b.position = in_any_direction(radius * scale, random);
    b.velocity = in_any_direction(part_of_escape(random) * escape / std::sqrt(scale), random);
    b.mass = mass;
    b.number = static_cast<std::uint32_t>(i);
    centre += b.position * mass;
    drift += b.velocity * mass;
  }
  for (body& each : all) {
    each.position += -centre;
    each.velocity += -drift;
  }
  return all;
}

}  // namespace jackdaw::apps::barnes
