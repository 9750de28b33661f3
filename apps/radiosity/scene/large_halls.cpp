#include "apps/radiosity/scene/furniture.hpp"
#include "apps/radiosity/scene/room_builder.hpp"
#include "apps/radiosity/scene/rooms.hpp"

namespace jackdaw::apps::radiosity {

scene hall() {
  scene s;
  s.name = "hall";
  room_builder b(s);
  const furniture_paints p = furniture_paints::mixed(b);
  const double width = 18, height = 4, depth = 12;
  b.room({0, 0, 0}, {width, height, depth}, {p.floor, p.ceiling, p.warm_wall, p.wall, p.wall, p.wall});
  // Eight rows of four chairs, that look at the desk on the left.
  for (unsigned row = 0; row < 8; ++row)
    for (unsigned seat = 0; seat < 4; ++seat) chair(b, p, 4.5 + 1.5 * row, 3.2 + 1.3 * seat, 1);
  desk(b, p, 1.4, 5.0, p.red);
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned j = 0; j < 3; ++j) ceiling_lamp(b, p, 2.0 + 4.0 * i, 2.0 + 3.8 * j, height);
  shelf(b, p, 2.0, depth - 0.32, depth);
  shelf(b, p, 5.0, depth - 0.32, depth);
  for (const double x : {1.0, 17.0})
    for (const double z : {1.0, 10.5}) standing_lamp(b, p, x, z);
  door(b, p, width, 5.2);
  s.view = {{17.0, 3.2, 2.6}, {6.0, 0.6, 6.6}, {0, 1, 0}, 58, 1.6};
  complete(s, "hall");
  return s;
}

scene office() {
  scene s;
  s.name = "office";
  room_builder b(s);
  const furniture_paints p = furniture_paints::mixed(b);
  const double width = 27, height = 3, depth = 15;
  b.room({0, 0, 0}, {width, height, depth}, {p.floor, p.ceiling, p.warm_wall, p.wall, p.wall, p.wall});
  // Nine by four places, each with a screen behind the chair.
  for (unsigned i = 0; i < 9; ++i) {
    for (unsigned j = 0; j < 4; ++j) {
      const double x = 0.7 + 2.8 * i;
      const double z = 1.0 + 3.2 * j;
      desk(b, p, x, z, (i + j) % 2 == 0 ? p.blue : p.ochre);
      chair(b, p, x + 0.5, z + 0.95, 1);
      ceiling_lamp(b, p, x + 0.1, z + 0.3, height);
      screen(b, {x - 0.3, 0, z + 1.7}, 2.3, 1.9, true, (i + j) % 3 == 0 ? p.seat : p.paper);
    }
  }
  for (unsigned i = 0; i < 7; ++i) shelf(b, p, 1.0 + 3.4 * i, depth - 0.32, depth);
  for (const double x : {0.35, 26.0})
    for (const double z : {3.4, 9.8}) standing_lamp(b, p, x, z);
  door(b, p, width, 6.8);
  s.view = {{26.2, 2.6, 0.6}, {12.0, 0.4, 8.0}, {0, 1, 0}, 62, 1.6};
  complete(s, "office");
  return s;
}

}  // namespace jackdaw::apps::radiosity
