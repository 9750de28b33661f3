// From radiosities to bytes: exposure, a soft shoulder, and the sRGB curve.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::radiosity {

class tone {
 public:
  /// `seen`: luminances of what is to be shown, in any order. The brightest tenth
  /// does not count; what is as bright as the rest's brightest gets 0.8 of full brightness.
  /// Colours are shown as an eye sees them that has got used to lights of colour `white`, most of the way.
  tone(std::vector<double> seen, const vec3& white) {
    const auto adapted = [](double channel) { return std::pow(std::max(channel, 0.1), -0.75); };
    balance_ = {adapted(white.x), adapted(white.y), adapted(white.z)};
    if (seen.empty()) return;
    const auto at = static_cast<std::ptrdiff_t>(static_cast<double>(seen.size() - 1) * 0.90);
    std::nth_element(seen.begin(), seen.begin() + at, seen.end());
    const double bright = seen[static_cast<std::size_t>(at)];
    if (bright > 0) exposure_ = 0.8 / bright;
  }

  /// A colour for display, linear, each channel in 0 .. 1. The shoulder is straight up to 0.6 and then bends
  /// towards 1.
  [[nodiscard]] vec3 displayed(const vec3& radiosity) const {
    const vec3 c = radiosity * balance_;
    return {shoulder(c.x), shoulder(c.y), shoulder(c.z)};
  }

  /// sRGB bytes of a displayed colour.
  static std::array<std::uint8_t, 3> bytes(const vec3& c) { return {encode(c.x), encode(c.y), encode(c.z)}; }

 private:
  [[nodiscard]] double shoulder(double radiosity) const {
    constexpr double knee = 0.6;
    const double x = radiosity * exposure_;
    return x < knee ? x : 1 - (1 - knee) * std::exp(-(x - knee) / (1 - knee));
  }
  static std::uint8_t encode(double linear) {
    const double c = std::clamp(linear, 0.0, 1.0);
    const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255 * s));
  }
  double exposure_ = 1;
  vec3 balance_{1, 1, 1};
};

}  // namespace jackdaw::apps::radiosity
