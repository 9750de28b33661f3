#include <array>

#include "apps/radiosity/scene/room_builder.hpp"
#include "apps/radiosity/scene/rooms.hpp"

namespace jackdaw::apps::radiosity {

namespace {

struct paints {
  std::uint32_t wall, warm_wall, floor, ceiling, wood, dark_wood, metal, seat, blue, red, green, ochre, paper,
      door;
  std::uint32_t tube, shade;
};

paints mix(room_builder& b) {
  paints p{};
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

/// Four legs under the corners of a rectangle, from the floor up to `top`. 16 patches.
void legs(room_builder& b, double x0, double z0, double x1, double z1, double top, double thick,
          std::uint32_t m) {
  for (const double x : {x0, x1 - thick})
    for (const double z : {z0, z1 - thick}) b.box({x, 0, z}, {x + thick, top, z + thick}, m, upright);
}

/// A desk with a chest of drawers hanging under one end, a sheet of paper and a book on it. 33 patches.
void desk(room_builder& b, const paints& p, double x, double z, std::uint32_t book) {
  b.box({x, 0.70, z}, {x + 1.6, 0.74, z + 0.8}, p.wood);
  legs(b, x + 0.03, z + 0.03, x + 1.57, z + 0.77, 0.70, 0.05, p.metal);
  b.box({x + 1.12, 0.18, z + 0.12}, {x + 1.50, 0.70, z + 0.70}, p.dark_wood, high_y);
  b.box({x + 0.25, 0.74, z + 0.25}, {x + 0.50, 0.79, z + 0.42}, book, low_y);
  b.quad({x + 0.70, 0.741, z + 0.60}, {x + 0.91, 0.741, z + 0.60}, {x + 0.91, 0.741, z + 0.30},
         {x + 0.70, 0.741, z + 0.30}, p.paper);
}

/// A chair; `back` is the side of its back rest along z: 0 low, 1 high. 28 patches.
void chair(room_builder& b, const paints& p, double x, double z, int back) {
  b.box({x, 0.42, z}, {x + 0.44, 0.46, z + 0.44}, p.seat);
  legs(b, x + 0.02, z + 0.02, x + 0.42, z + 0.42, 0.42, 0.04, p.metal);
  const double at = back == 0 ? z : z + 0.40;
  b.box({x, 0.50, at}, {x + 0.44, 0.92, at + 0.04}, p.seat);
}

/// A book shelf against the wall at high z, with four rows of books. 51 patches.
void shelf(room_builder& b, const paints& p, double x, double depth_at, double wall) {
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

/// A tube lamp under the ceiling: its lower side shines. 5 patches.
void ceiling_lamp(room_builder& b, const paints& p, double x, double z, double ceiling) {
  const vec3 low{x, ceiling - 0.08, z}, high{x + 1.4, ceiling, z + 0.28};
  b.box(low, high, p.metal, upright);
  b.quad({low.x, low.y, low.z}, {high.x, low.y, low.z}, {high.x, low.y, high.z}, {low.x, low.y, high.z},
         p.tube);
}

/// A standing lamp: a pole, and a shade that shines to all sides. 10 patches.
void standing_lamp(room_builder& b, const paints& p, double x, double z) {
  b.box({x - 0.02, 0, z - 0.02}, {x + 0.02, 1.45, z + 0.02}, p.metal, upright);
  b.box({x - 0.16, 1.45, z - 0.16}, {x + 0.16, 1.75, z + 0.16}, p.shade);
}

/// A framed picture on the wall at high z (its back is the wall). 9 patches.
void picture(room_builder& b, const paints& p, double x, double y, double w, double h, double wall,
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

}  // namespace

scene large_room() {
  scene s;
  s.name = "largeroom";
  room_builder b(s);
  const paints p = mix(b);
  const double width = 10, height = 3, depth = 7;
  b.room({0, 0, 0}, {width, height, depth}, {p.floor, p.ceiling, p.warm_wall, p.wall, p.wall, p.wall});
  for (const double x : {1.4, 5.2}) {
    for (const double z : {1.2, 3.6}) {
      desk(b, p, x, z, z < 2 ? p.red : p.green);
      chair(b, p, x + 0.25, z + 0.95, 1);
      chair(b, p, x + 0.95, z - 0.62, 0);
    }
  }
  shelf(b, p, 0.6, depth - 0.32, depth);
  shelf(b, p, 2.0, depth - 0.32, depth);
  for (const double x : {1.6, 5.4})
    for (const double z : {1.5, 3.9}) ceiling_lamp(b, p, x, z, height);
  standing_lamp(b, p, 8.9, 6.2);
  picture(b, p, 4.0, 1.3, 1.1, 0.8, depth, p.ochre);
  picture(b, p, 5.6, 1.3, 0.8, 0.8, depth, p.blue);
  // The door in the wall at high x, with a frame and a handle.
  b.box({width - 0.04, 0, 2.4}, {width, 2.1, 3.4}, p.door, low_y | high_x);
  b.box({width - 0.06, 0, 2.3}, {width, 2.2, 2.4}, p.dark_wood, low_y | high_x);
  b.box({width - 0.06, 0, 3.4}, {width, 2.2, 3.5}, p.dark_wood, low_y | high_x);
  b.box({width - 0.06, 2.1, 2.4}, {width, 2.2, 3.4}, p.dark_wood, high_x | low_z | high_z);
  b.box({width - 0.12, 1.02, 3.2}, {width - 0.04, 1.06, 3.32}, p.metal, high_x);
  s.view = {{0.5, 2.1, 0.5}, {5.6, 0.9, 4.3}, {0, 1, 0}, 54, 1.6};
  complete(s, "largeroom");
  return s;
}

}  // namespace jackdaw::apps::radiosity
