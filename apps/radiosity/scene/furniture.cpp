#include "apps/radiosity/scene/furniture.hpp"

#include <array>

namespace jackdaw::apps::radiosity {

namespace {

/// Four legs under the corners of a rectangle, from the floor up to `top`. 16 patches.
void legs(room_builder& b, double x0, double z0, double x1, double z1, double top, double thick,
          std::uint32_t m) {
  for (const double x : {x0, x1 - thick})
    for (const double z : {z0, z1 - thick}) b.box({x, 0, z}, {x + thick, top, z + thick}, m, upright);
}

}  // namespace

furniture_paints furniture_paints::mixed(room_builder& b) {
  furniture_paints p{};
  p.wall = b.paint("wall", {0.75, 0.73, 0.68});
  p.warm_wall = b.paint("warm wall", {0.72, 0.42, 0.28});
  p.floor = b.paint("floor", {0.45, 0.32, 0.22});
  p.ceiling = b.paint("ceiling", {0.82, 0.82, 0.82});
  p.wood = b.paint("wood", {0.60, 0.42, 0.25});
  p.dark_wood = b.paint("dark wood", {0.32, 0.20, 0.12});
  p.metal = b.paint("metal", {0.40, 0.42, 0.45});
  p.seat = b.paint("seat", {0.15, 0.35, 0.50});
  p.blue = b.paint("blue", {0.15, 0.22, 0.60});
  p.red = b.paint("red", {0.62, 0.12, 0.10});
  p.green = b.paint("green", {0.15, 0.45, 0.18});
  p.ochre = b.paint("ochre", {0.70, 0.52, 0.15});
  p.paper = b.paint("paper", {0.80, 0.80, 0.76});
  p.door = b.paint("door", {0.50, 0.33, 0.20});
  p.tube = b.paint("tube light", {0.6, 0.6, 0.6}, {60, 57, 50});
  p.shade = b.paint("shade light", {0.6, 0.5, 0.4}, {34, 25, 13});
  return p;
}

void desk(room_builder& b, const furniture_paints& p, double x, double z, std::uint32_t book) {
  b.box({x, 0.70, z}, {x + 1.6, 0.74, z + 0.8}, p.wood);
  legs(b, x + 0.03, z + 0.03, x + 1.57, z + 0.77, 0.70, 0.05, p.metal);
  b.box({x + 1.12, 0.18, z + 0.12}, {x + 1.50, 0.70, z + 0.70}, p.dark_wood, high_y);
  b.box({x + 0.25, 0.74, z + 0.25}, {x + 0.50, 0.79, z + 0.42}, book, low_y);
  b.quad({x + 0.70, 0.741, z + 0.60}, {x + 0.91, 0.741, z + 0.60}, {x + 0.91, 0.741, z + 0.30},
         {x + 0.70, 0.741, z + 0.30}, p.paper);
}

void chair(room_builder& b, const furniture_paints& p, double x, double z, int back) {
  b.box({x, 0.42, z}, {x + 0.44, 0.46, z + 0.44}, p.seat);
  legs(b, x + 0.02, z + 0.02, x + 0.42, z + 0.42, 0.42, 0.04, p.metal);
  const double at = back == 0 ? z : z + 0.40;
  b.box({x, 0.50, at}, {x + 0.44, 0.92, at + 0.04}, p.seat);
}

void shelf(room_builder& b, const furniture_paints& p, double x, double depth_at, double wall) {
  const double w = 1.2, h = 2.0, t = 0.03;
  b.box({x, 0, depth_at}, {x + t, h, wall}, p.dark_wood, low_y | high_z);
  b.box({x + w - t, 0, depth_at}, {x + w, h, wall}, p.dark_wood, low_y | high_z);
  b.box({x + t, h - t, depth_at}, {x + w - t, h, wall}, p.dark_wood, low_x | high_x | high_z);
  const std::array<std::uint32_t, 4> colours{p.red, p.green, p.ochre, p.blue};
  for (unsigned row = 0; row < 4; ++row) {
    const double y = 0.08 + 0.48 * row;
    b.box({x + t, y - t, depth_at}, {x + w - t, y, wall}, p.dark_wood, low_x | high_x | high_z);
    const double from = x + t + 0.05 + 0.04 * row, to = from + 0.55 + 0.11 * (row % 3);
    b.box({from, y, depth_at + 0.06}, {to, y + 0.30 - 0.02 * row, wall - 0.02}, colours[row], low_y | high_z);
    b.box({to, y, depth_at + 0.09}, {to + 0.12, y + 0.24, wall - 0.02}, colours[(row + 1) % 4],
          low_y | high_z | low_x);
  }
}

void ceiling_lamp(room_builder& b, const furniture_paints& p, double x, double z, double ceiling) {
  const vec3 low{x, ceiling - 0.08, z}, high{x + 1.4, ceiling, z + 0.28};
  b.box(low, high, p.metal, upright);
  b.quad({low.x, low.y, low.z}, {high.x, low.y, low.z}, {high.x, low.y, high.z}, {low.x, low.y, high.z},
         p.tube);
}

void standing_lamp(room_builder& b, const furniture_paints& p, double x, double z) {
  b.box({x - 0.02, 0, z - 0.02}, {x + 0.02, 1.45, z + 0.02}, p.metal, upright);
  b.box({x - 0.16, 1.45, z - 0.16}, {x + 0.16, 1.75, z + 0.16}, p.shade);
}

void picture(room_builder& b, const furniture_paints& p, double x, double y, double w, double h, double wall,
             std::uint32_t colour) {
  const double z = wall - 0.03;
  b.box({x, y, z}, {x + w, y + h, wall}, p.dark_wood, low_z | high_z);
  const double f = 0.05;
  b.quad({x + w, y, z}, {x, y, z}, {x + f, y + f, z}, {x + w - f, y + f, z}, p.dark_wood);
  b.quad({x, y + h, z}, {x + w, y + h, z}, {x + w - f, y + h - f, z}, {x + f, y + h - f, z}, p.dark_wood);
  b.quad({x, y, z}, {x, y + h, z}, {x + f, y + h - f, z}, {x + f, y + f, z}, p.dark_wood);
  b.quad({x + w, y + h, z}, {x + w, y, z}, {x + w - f, y + f, z}, {x + w - f, y + h - f, z}, p.dark_wood);
  b.quad({x + w - f, y + f, z}, {x + f, y + f, z}, {x + f, y + h - f, z}, {x + w - f, y + h - f, z}, colour);
}

void door(room_builder& b, const furniture_paints& p, double wall, double z) {
  b.box({wall - 0.04, 0, z}, {wall, 2.1, z + 1.0}, p.door, low_y | high_x);
  b.box({wall - 0.06, 0, z - 0.1}, {wall, 2.2, z}, p.dark_wood, low_y | high_x);
  b.box({wall - 0.06, 0, z + 1.0}, {wall, 2.2, z + 1.1}, p.dark_wood, low_y | high_x);
  b.box({wall - 0.06, 2.1, z}, {wall, 2.2, z + 1.0}, p.dark_wood, high_x | low_z | high_z);
  b.box({wall - 0.12, 1.02, z + 0.8}, {wall - 0.04, 1.06, z + 0.92}, p.metal, high_x);
}

void screen(room_builder& b, const vec3& low, double length, double height, bool is_along_x,
            std::uint32_t paint) {
  constexpr double thick = 0.06;
  const vec3 high{low.x + (is_along_x ? length : thick), low.y + height,
                  low.z + (is_along_x ? thick : length)};
  b.box(low, high, paint, low_y);
}

}  // namespace jackdaw::apps::radiosity
