#include "apps/radiosity/scene/furniture.hpp"
#include "apps/radiosity/scene/room_builder.hpp"
#include "apps/radiosity/scene/rooms.hpp"

namespace jackdaw::apps::radiosity {

scene large_room() {
  scene s;
  s.name = "largeroom";
  room_builder b(s);
  const furniture_paints p = furniture_paints::mixed(b);
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
  door(b, p, width, 2.4);
  s.view = {{0.5, 2.1, 0.5}, {5.6, 0.9, 4.3}, {0, 1, 0}, 54, 1.6};
  complete(s, "largeroom");
  return s;
}

}  // namespace jackdaw::apps::radiosity
