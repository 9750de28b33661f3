#include "apps/nbody/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::nbody {

namespace {

constexpr double radius = 0.5;

struct ball {
  vec3 at;
  double speed;
};

std::vector<ball> balls(const std::vector<block>& blocks) {
  std::vector<ball> all;
  for (const block& b : blocks)
    for (std::size_t i = 0; i < b.positions.count(); ++i)
      all.push_back({b.positions.at(i), length(b.velocities.at(i))});
  return all;
}

/// As far from the middle as nearly all of them are.
double reach(const std::vector<ball>& all) {
  std::vector<double> distances;
  for (const ball& each : all) distances.push_back(length(each.at));
  const auto most = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 99 / 100);
  std::nth_element(distances.begin(), most, distances.end());
  return *most + 2 * radius;
}

/// From blue (0) over white to red (1).
vec3 speed_colour(double part) {
  const vec3 slow{0.15, 0.3, 0.85}, middle{0.95, 0.93, 0.9}, fast{0.85, 0.15, 0.1};
  return part < 0.5 ? lerp(slow, middle, 2 * part) : lerp(middle, fast, 2 * std::min(part, 1.0) - 1);
}

colour bytes(const vec3& c) {
  const auto one = [](double channel) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(channel, 0.0, 1.0)));
  };
  return {one(c.x), one(c.y), one(c.z)};
}

}  // namespace

picture drawn(const std::vector<block>& blocks, int side) {
  const std::vector<ball> all = balls(blocks);
  const double far = reach(all);
  const double scale = side / (2 * far);  // pixels in a unit of length
  double squares = 0;
  for (const ball& each : all) squares += each.speed * each.speed;
  const double fastest = 2 * std::sqrt(squares / static_cast<double>(all.size())) + 1e-300;
  const vec3 light = normalized({-1, 1, 2});

  picture made = blank_picture(side, side, {16, 16, 24});
  const auto width = static_cast<std::size_t>(side);
  std::vector<double> nearest(width * width, -std::numeric_limits<double>::infinity());
  const auto first = [side](double pixel) { return static_cast<int>(std::clamp<double>(pixel, 0, side)); };
  for (const ball& each : all) {
    const double middle_x = (each.at.x + far) * scale;
    const double middle_y = (far - each.at.y) * scale;
    const vec3 tint = speed_colour(each.speed / fastest);
    for (int y = first(middle_y - radius * scale); y < first(middle_y + radius * scale + 1); ++y) {
      for (int x = first(middle_x - radius * scale); x < first(middle_x + radius * scale + 1); ++x) {
        const double across = (x + 0.5 - middle_x) / (radius * scale);
        const double up = (middle_y - y - 0.5) / (radius * scale);
        const double rest = 1 - across * across - up * up;
        if (!(rest > 0)) continue;
        const double towards = std::sqrt(rest);
        double& depth = nearest[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
        if (each.at.z + radius * towards <= depth) continue;
        depth = each.at.z + radius * towards;
        const double lit = std::max(0.0, dot({across, up, towards}, light));
        set_pixel(made, x, y, bytes(tint * (0.25 + 0.75 * lit)));
      }
    }
  }
  return made;
}

}  // namespace jackdaw::apps::nbody
