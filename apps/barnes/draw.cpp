#include "apps/barnes/draw.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace jackdaw::apps::barnes {

namespace {

/// 0 to 1; blue comes first, red last.
colour heat_of(double brightness) {
  const auto byte = [](double value) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
  };
  return {byte(2.2 * brightness - 1.2), byte(1.6 * brightness - 0.5), byte(1.8 * brightness)};
}

/// What part of the picture is seen: its middle, and half of its side.
struct view {
  double x, y, half;
};

view view_of(const std::vector<body>& bodies) {
  vec3 weighted;
  double mass = 0;
  for (const body& each : bodies) {
    weighted += each.position * each.mass;
    mass += each.mass;
  }
  const vec3 centre = weighted * (1 / mass);
  std::vector<double> away;
  away.reserve(bodies.size());
  for (const body& each : bodies) {
    const vec3 d = each.position - centre;
    away.push_back(std::max(std::abs(d.x), std::abs(d.y)));
  }
  const auto outermost = away.begin() + static_cast<std::ptrdiff_t>(away.size() * 95 / 100);
  std::nth_element(away.begin(), outermost, away.end());
  return {centre.x, centre.y, *outermost > 0 ? 1.05 * *outermost : 1};
}

}  // namespace

picture drawn(const std::vector<body>& bodies, int side) {
  const auto pixels = static_cast<std::size_t>(side);
  const view seen = view_of(bodies);
  std::vector<double> density(pixels * pixels);
  // A body is a pixel large, and shares its mass with those that it touches.
  const auto spread = [&](const body& b) {
    const double x = ((b.position.x - seen.x) / seen.half + 1) / 2 * side - 0.5;
    const double y = (1 - (b.position.y - seen.y) / seen.half) / 2 * side - 0.5;
    if (!(x >= 0 && y >= 0 && x < side - 1 && y < side - 1)) return;
    const auto left = static_cast<std::size_t>(x), top = static_cast<std::size_t>(y);
    const double right_part = x - std::floor(x), lower_part = y - std::floor(y);
    double* const first = &density[top * pixels + left];
    first[0] += b.mass * (1 - right_part) * (1 - lower_part);
    first[1] += b.mass * right_part * (1 - lower_part);
    first[pixels] += b.mass * (1 - right_part) * lower_part;
    first[pixels + 1] += b.mass * right_part * lower_part;
  };
  double mass = 0;
  for (const body& each : bodies) {
    spread(each);
    mass += each.mass;
  }
  const double faintest = mass / static_cast<double>(bodies.size()) / 4;  // a quarter of a mean body
  const double densest = *std::max_element(density.begin(), density.end());
  const double range = std::log1p(std::max(densest, faintest) / faintest);
  picture made = blank_picture(side, side, {0, 0, 0});
  for (std::size_t i = 0; i < density.size(); ++i) {
    set_pixel(made, static_cast<int>(i % pixels), static_cast<int>(i / pixels),
              heat_of(std::log1p(density[i] / faintest) / range));
  }
  return made;
}

}  // namespace jackdaw::apps::barnes
