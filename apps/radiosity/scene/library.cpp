#include <array>

#include "apps/radiosity/scene/furniture.hpp"
#include "apps/radiosity/scene/room_builder.hpp"
#include "apps/radiosity/scene/rooms.hpp"

namespace jackdaw::apps::radiosity {

namespace {

/// The racks stand on the floor and reach the ceiling. So a light over one aisle shines into no other one.
constexpr unsigned racks = 11;
constexpr unsigned boards = 3;  ///< on each side of a rack
constexpr double width = 12, height = 3, depth = 9.4;
constexpr double pitch = width / (racks + 1);

double board_height(unsigned k) { return 0.35 + (height - 0.6) / boards * k; }

/// A wall with boards on both sides. 34 patches.
void rack(room_builder& b, const furniture_paints& p, double x) {
  const double from = 0.01, to = 7.9;
  b.box({x - 0.02, 0, from}, {x + 0.02, height, to}, p.dark_wood, upright);
  for (unsigned k = 0; k < boards; ++k) {
    const double low = board_height(k), high = low + 0.03;
    b.box({x - 0.25, low, from + 0.03}, {x - 0.02, high, to - 0.03}, p.wood, high_x);
    b.box({x + 0.02, low, from + 0.03}, {x + 0.25, high, to - 0.03}, p.wood, low_x);
  }
}

/// A tube along the middle of an aisle. 5 patches.
void aisle_lamp(room_builder& b, const furniture_paints& p, double x) {
  const vec3 low{x - 0.1, height - 0.06, 3.0}, high{x + 0.1, height, 4.0};
  b.box(low, high, p.metal, upright);
  b.quad({low.x, low.y, low.z}, {high.x, low.y, low.z}, {high.x, low.y, high.z}, {low.x, low.y, high.z},
         p.tube);
}

}  // namespace

scene library() {
  scene s;
  s.name = "library";
  room_builder b(s);
  const furniture_paints p = furniture_paints::mixed(b);
  b.room({0, 0, 0}, {width, height, depth}, {p.floor, p.ceiling, p.warm_wall, p.wall, p.wall, p.wall});
  for (unsigned i = 0; i <= racks; ++i) {
    aisle_lamp(b, p, pitch * (i + 0.5));
    if (i < racks) rack(b, p, pitch * (i + 1));
  }
  // Nine rows of books, which makes 532 patches.
  const std::array<std::uint32_t, 4> colours{p.red, p.green, p.ochre, p.blue};
  for (unsigned k = 0; k < 9; ++k) {
    const double x = pitch * (1 + k / 3), z = 5.6 - 0.7 * (k % 2) - 0.6 * (k / 3);
    b.box({x - 0.21, board_height(k % 3) + 0.03, z}, {x - 0.02, board_height(k % 3) + 0.33, z + 2.1},
          colours[k % 4], low_y | high_x);
  }
  desk(b, p, 7.4, 8.2, p.blue);
  for (unsigned k = 0; k < 3; ++k) {  // hangings on the wall behind the desk
    const double x = 6.1 + 1.5 * k, z = depth - 0.01;
    b.quad({x, 1.2, z}, {x, 2.1, z}, {x + 1.1, 2.1, z}, {x + 1.1, 1.2, z}, colours[k]);
  }
  door(b, p, width, 8.0);
  s.view = {{0.4, 2.0, 9.1}, {5.6, 1.25, 6.9}, {0, 1, 0}, 58, 1.6};
  complete(s, "library");
  return s;
}

}  // namespace jackdaw::apps::radiosity
