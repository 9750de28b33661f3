#include "apps/radiosity/scene/rooms.hpp"

#include <array>

#include "apps/radiosity/scene/room_builder.hpp"

namespace jackdaw::apps::radiosity {

namespace {

/// A block given by its roof, counter-clockwise from above, standing on the floor.
void block(room_builder& b, const std::array<vec3, 4>& roof, std::uint32_t material) {
  b.quad(roof[0], roof[1], roof[2], roof[3], material);
  for (std::size_t i = 0; i < 4; ++i) {
    const vec3 p = roof[i], q = roof[(i + 1) % 4];
    b.quad({p.x, 0, p.z}, {q.x, 0, q.z}, q, p, material);
  }
}

}  // namespace

scene cornell_box() {
  scene s;
  s.name = "cornell";
  room_builder b(s);
  // Reflectances and emission: the measured spectra, as commonly given for three channels.
  const auto white = b.paint("white", {0.725, 0.71, 0.68});
  const auto red = b.paint("red", {0.63, 0.065, 0.05});
  const auto green = b.paint("green", {0.14, 0.45, 0.091});
  const auto lamp = b.paint("light", {0.78, 0.78, 0.78}, {17, 12, 4});
  const double w = 556, h = 548.8, d = 559.2;
  b.room({0, 0, 0}, {w, h, d}, {white, white, green, red, white, white}, high_y);
  // The ceiling in nine parts that meet at whole edges; the middle one is the light.
  const std::array<double, 4> x{0, 213, 343, w}, z{0, 227, 332, d};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      b.quad({x[i], h, z[j]}, {x[i + 1], h, z[j]}, {x[i + 1], h, z[j + 1]}, {x[i], h, z[j + 1]},
             i == 1 && j == 1 ? lamp : white);
  block(b, {{{130, 165, 65}, {82, 165, 225}, {240, 165, 272}, {290, 165, 114}}}, white);
  block(b, {{{423, 330, 247}, {265, 330, 296}, {314, 330, 456}, {472, 330, 406}}}, white);
  s.view = {{278, 273, -790}, {278, 273, 0}, {0, 1, 0}, 39.3, 1};
  complete(s, "cornell");
  return s;
}

scene small_room() {
  scene s;
  s.name = "small";
  room_builder b(s);
  const auto white = b.paint("white", {0.7, 0.7, 0.7});
  const auto red = b.paint("red", {0.6, 0.1, 0.1});
  const auto lamp = b.paint("light", {0.5, 0.5, 0.5}, {10, 10, 10});
  b.room({0, 0, 0}, {4, 3, 5}, {white, white, red, white, white, white});
  b.box({1.5, 0.7, 2}, {2.5, 0.8, 3}, red);
  b.quad({1.5, 2.99, 2}, {2.5, 2.99, 2}, {2.5, 2.99, 3}, {1.5, 2.99, 3}, lamp);
  s.view = {{2, 1.6, -4}, {2, 1.4, 2.5}, {0, 1, 0}, 45, 1.3};
  complete(s, "small");
  return s;
}

}  // namespace jackdaw::apps::radiosity
