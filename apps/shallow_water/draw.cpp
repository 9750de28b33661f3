#include "apps/shallow_water/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "apps/shallow_water/sphere/stencils.hpp"
#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::shallow_water {

namespace {

/// Heights between the nodes. Points that come after one another should be near to each other.
class interpolation {
 public:
  interpolation(const model& of, const std::vector<fields>& water)
      : of_(&of), water_(&water), narrow_(std::pow(0.6 * spacing(of.count()), -2)) {}

  /// The mean of the nearest nodes, those closest by counting most.
  [[nodiscard]] double at(const vec3& p) {
    walk_to(p);
    double sum = 0, all = 0;
    for (std::size_t k = 0; k < 19; ++k) {
      const std::size_t node = neighbour(k);
      const double counts = std::exp(-narrow_ * squared_distance(p, node));
      sum += counts * (*water_)[node].surface;
      all += counts;
    }
    return of_->flow().mean_height() + sum / all;
  }

 private:
  [[nodiscard]] std::size_t neighbour(std::size_t k) const {
    return of_->on().stencils[nearest_ * stencil_size + k];
  }
  [[nodiscard]] double squared_distance(const vec3& p, std::size_t node) const {
    const vec3 apart = of_->on().nodes.at[node] - p;
    return dot(apart, apart);
  }

  /// From the node that was nearest to the last point, always to a nearer one.
  void walk_to(const vec3& p) {
    double least = squared_distance(p, nearest_);
    for (std::size_t last = of_->count(); last != nearest_;) {
      last = nearest_;
      for (std::size_t k = 1; k < stencil_size; ++k) {
        const std::size_t other = of_->on().stencils[last * stencil_size + k];
        const double distance = squared_distance(p, other);
        if (distance >= least) continue;
        least = distance;
        nearest_ = other;
      }
    }
  }

  const model* of_;
  const std::vector<fields>* water_;
  double narrow_;
  std::size_t nearest_ = 0;
};

/// From dark blue (0) over green and yellow to red (1).
vec3 height_colour(double part) {
  constexpr std::array<vec3, 6> stops{vec3{0.12, 0.16, 0.45}, vec3{0.15, 0.45, 0.75}, vec3{0.35, 0.75, 0.70},
                                      vec3{0.85, 0.90, 0.55}, vec3{0.95, 0.65, 0.30}, vec3{0.75, 0.18, 0.15}};
  const double place = std::clamp(part, 0.0, 1.0) * (stops.size() - 1);
  const auto below = std::min(stops.size() - 2, static_cast<std::size_t>(place));
  return lerp(stops[below], stops[below + 1], place - static_cast<double>(below));
}

colour bytes(const vec3& c) {
  const auto one = [](double channel) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(channel, 0.0, 1.0)));
  };
  return {one(c.x), one(c.y), one(c.z)};
}

/// The heights of water and ground at the pixels, row by row from the north.
struct map {
  std::size_t width, height;
  std::vector<double> water, ground;
};

map mapped(const model& of, const std::vector<fields>& water, std::size_t width) {
  using std::numbers::pi;
  map made{width, width / 2, {}, {}};
  interpolation heights(of, water);
  for (std::size_t y = 0; y < made.height; ++y) {
    const double latitude = pi / 2 - pi * (static_cast<double>(y) + 0.5) / static_cast<double>(made.height);
    for (std::size_t x = 0; x < width; ++x) {
      const double longitude = 2 * pi * (static_cast<double>(x) + 0.5) / static_cast<double>(width);
      const vec3 p{std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                   std::sin(latitude)};
      made.water.push_back(heights.at(p));
      made.ground.push_back(of.flow().ground_at(p));
    }
  }
  return made;
}

}  // namespace

picture drawn(const model& of, const std::vector<fields>& water, int width) {
  constexpr double between_lines = 50;  // in m
  const map all = mapped(of, water, static_cast<std::size_t>(width));
  const auto [lowest, highest] = std::minmax_element(all.water.begin(), all.water.end());
  const double range = std::max(1e-9, *highest - *lowest);
  picture made = blank_picture(width, width / 2, {0, 0, 0});
  for (std::size_t y = 0; y < all.height; ++y) {
    for (std::size_t x = 0; x < all.width; ++x) {
      const std::size_t here = y * all.width + x;
      const std::size_t right = x + 1 < all.width ? here + 1 : here;
      const std::size_t below = y + 1 < all.height ? here + all.width : here;
      const auto step = [&](std::size_t at) { return std::floor(all.water[at] / between_lines); };
      const auto is_ground = [&](std::size_t at) { return all.ground[at] > 0; };
      const double middle = (step(here) + 0.5) * between_lines;
      vec3 shade = height_colour((middle - *lowest) / range);
      if (step(here) != step(right) || step(here) != step(below)) shade *= 0.6;
      if (is_ground(here) != is_ground(right) || is_ground(here) != is_ground(below)) shade = {0.1, 0.1, 0.1};
      set_pixel(made, static_cast<int>(x), static_cast<int>(y), bytes(shade));
    }
  }
  return made;
}

}  // namespace jackdaw::apps::shallow_water
