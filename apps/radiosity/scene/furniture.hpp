// Furniture of the built-in rooms, in metres, on a floor at y = 0.
#pragma once

#include <cstdint>

#include "apps/radiosity/scene/room_builder.hpp"

namespace jackdaw::apps::radiosity {

/// The materials.
struct furniture_paints {
  std::uint32_t wall, warm_wall, floor, ceiling, wood, dark_wood, metal, seat, blue, red, green, ochre, paper,
      door;
  std::uint32_t tube, shade;

  [[nodiscard]] static furniture_paints mixed(room_builder& b);
};

/// A desk with a chest of drawers hanging under one end, a sheet of paper and a book on it. 33 patches.
void desk(room_builder& b, const furniture_paints& p, double x, double z, std::uint32_t book);

/// A chair; `back` is the side of its back rest along z: 0 low, 1 high. 28 patches.
void chair(room_builder& b, const furniture_paints& p, double x, double z, int back);

/// A book shelf against the wall at high z, with four rows of books. 51 patches.
void shelf(room_builder& b, const furniture_paints& p, double x, double depth_at, double wall);

/// A tube lamp under the ceiling: its lower side shines. 5 patches.
void ceiling_lamp(room_builder& b, const furniture_paints& p, double x, double z, double ceiling);

/// A standing lamp: a pole, and a shade that shines to all sides. 10 patches.
void standing_lamp(room_builder& b, const furniture_paints& p, double x, double z);

/// A framed picture on the wall at high z (its back is the wall). 9 patches.
void picture(room_builder& b, const furniture_paints& p, double x, double y, double w, double h, double wall,
             std::uint32_t colour);

/// A door in the wall at high x, from z on, with a frame and a handle. 20 patches.
void door(room_builder& b, const furniture_paints& p, double wall, double z);

/// A screen that stands free, 6 cm thick. 5 patches.
void screen(room_builder& b, const vec3& low, double length, double height, bool is_along_x,
            std::uint32_t paint);

}  // namespace jackdaw::apps::radiosity
