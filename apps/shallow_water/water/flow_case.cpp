#include "apps/shallow_water/water/flow_case.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jackdaw::apps::shallow_water {

using std::numbers::pi;

flow_case::flow_case(kind k, double tilt)
    : kind_(k),
      axis_{-std::sin(tilt), 0, std::cos(tilt)},
      speed_(k == steady ? 2 * pi * earth_radius / (12 * day) : 20),
      mean_height_(k == steady ? 2.94e4 / gravity : 5960) {}

double flow_case::fastest_wave() const noexcept { return speed_ + std::sqrt(gravity * mean_height_); }

fields flow_case::water_at(const vec3& p) const noexcept {
  const vec3 velocity = speed_ * cross(axis_, p);
  const double up = dot(axis_, p);
  const double drop = (earth_radius * rotation * speed_ + speed_ * speed_ / 2) / gravity;
  return {velocity.x, velocity.y, velocity.z, -drop * up * up};
}

double flow_case::coriolis_at(const vec3& p) const noexcept { return 2 * rotation * dot(axis_, p); }

double flow_case::ground_at(const vec3& p) const noexcept {
  if (kind_ != mountain) return 0;
  constexpr double height = 2000, wide = pi / 9, north = pi / 6;
  const double east = std::remainder(std::atan2(p.y, p.x) - 3 * pi / 2, 2 * pi);
  const double apart = std::hypot(east, std::asin(std::clamp(p.z, -1.0, 1.0)) - north);
  return height * std::max(0.0, 1 - apart / wide);
}

}  // namespace jackdaw::apps::shallow_water
