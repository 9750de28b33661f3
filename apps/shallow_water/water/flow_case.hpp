// The two flows that the program computes, cases 2 and 5 of Williamson, Drake, Hack, Jakob, Swarztrauber, A standard
// test set for numerical approximations to the shallow water equations (JCP 102, 1992).
#pragma once

#include <cstdint>

#include "apps/shallow_water/sphere/fields.hpp"
#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::shallow_water {

/// The earth as that paper has it.
inline constexpr double earth_radius = 6.37122e6;  ///< in m
inline constexpr double rotation = 7.292e-5;       ///< in 1/s
inline constexpr double gravity = 9.80616;         ///< in m/s²
inline constexpr double day = 86400;               ///< in s

/// Water that turns around the planet as a solid does, in balance with gravity and rotation.
class flow_case {
 public:
  enum kind : std::uint8_t {
    steady = 2,   ///< it goes on for ever as it is
    mountain = 5  ///< but a mountain has come up in its way
  };

  /// `tilt`: of the axis around which everything turns against that of the nodes, in radians.
  explicit flow_case(kind k, double tilt = 0);

  [[nodiscard]] bool is_steady() const noexcept { return kind_ == steady; }

  /// The mean height, in m: that of the surface where nothing turns.
  [[nodiscard]] double mean_height() const noexcept { return mean_height_; }
  /// Of the fastest waves, in m/s: gravity waves in deep water, on top of the flow.
  [[nodiscard]] double fastest_wave() const noexcept;

  // All at a point on the sphere of radius 1.

  /// At the start; of the steady flow at any time.
  [[nodiscard]] fields water_at(const vec3& p) const noexcept;
  [[nodiscard]] double coriolis_at(const vec3& p) const noexcept;
  /// The height of the mountain, in m: a cone in longitude and latitude.
  [[nodiscard]] double ground_at(const vec3& p) const noexcept;

 private:
  kind kind_;
  vec3 axis_;
  double speed_;  // at the equator, in m/s
  double mean_height_;
};

}  // namespace jackdaw::apps::shallow_water
