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
  // An exhibition: four rows of five stands with screens between them, and an aisle along the door.
  const double screens = 2;
  for (unsigned i = 0; i < 6; ++i) {
    for (unsigned j = 0; j < 4; ++j) {
      const double x = 3.0 * i;
      const double z = 3.0 * j;
      ceiling_lamp(b, p, x + 0.8, z + 1.36, height);
      if (i == 5) continue;
      const bool is_odd = (i + j) % 2 != 0;
      screen(b, {x + 2.97, 0, z + (is_odd ? 0.7 : 0.1)}, 2.2, screens, false, is_odd ? p.paper : p.blue);
      if (j < 3) screen(b, {x + 0.05, 0, z + 2.97}, 2.85, screens, true, is_odd ? p.ochre : p.paper);
      chair(b, p, x + 0.5, z + 0.9, is_odd ? 0 : 1);
      if (j == 0 && i < 4) chair(b, p, x + 1.6, z + 1.6, 1);
    }
  }
  desk(b, p, 15.6, 2.0, p.red);
  desk(b, p, 0.9, 7.8, p.green);
  shelf(b, p, 15.8, depth - 0.32, depth);
  for (const double z : {1.0, 10.6}) standing_lamp(b, p, 17.2, z);
  for (unsigned i = 0; i < 3; ++i)
    picture(b, p, 0.8 + 3.0 * i, 1.3, 1.3, 0.9, depth, i % 2 == 0 ? p.green : p.red);
  door(b, p, width, 5.2);
  s.view = {{17.6, 3.7, 0.4}, {8.0, 0.2, 7.2}, {0, 1, 0}, 58, 1.6};
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
