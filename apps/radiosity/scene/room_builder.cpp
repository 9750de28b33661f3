#include "apps/radiosity/scene/room_builder.hpp"

#include <utility>

namespace jackdaw::apps::radiosity {

std::uint32_t room_builder::paint(std::string name, const vec3& reflectance, const vec3& emission) {
  scene_.materials.push_back({std::move(name), reflectance, emission});
  return static_cast<std::uint32_t>(scene_.materials.size() - 1);
}

void room_builder::quad(const vec3& a, const vec3& b, const vec3& c, const vec3& d, std::uint32_t material) {
  scene_.patches.push_back({make_facet({a, b, c, d}, 4), material, 0});
}

void room_builder::box(const vec3& l, const vec3& h, std::uint32_t material, unsigned without) {
  if (!(without & low_x)) quad({l.x, l.y, l.z}, {l.x, l.y, h.z}, {l.x, h.y, h.z}, {l.x, h.y, l.z}, material);
  if (!(without & high_x)) quad({h.x, l.y, h.z}, {h.x, l.y, l.z}, {h.x, h.y, l.z}, {h.x, h.y, h.z}, material);
  if (!(without & low_y)) quad({l.x, l.y, l.z}, {h.x, l.y, l.z}, {h.x, l.y, h.z}, {l.x, l.y, h.z}, material);
  if (!(without & high_y)) quad({l.x, h.y, h.z}, {h.x, h.y, h.z}, {h.x, h.y, l.z}, {l.x, h.y, l.z}, material);
  if (!(without & low_z)) quad({h.x, l.y, l.z}, {l.x, l.y, l.z}, {l.x, h.y, l.z}, {h.x, h.y, l.z}, material);
  if (!(without & high_z)) quad({l.x, l.y, h.z}, {h.x, l.y, h.z}, {h.x, h.y, h.z}, {l.x, h.y, h.z}, material);
}

void room_builder::room(const vec3& l, const vec3& h, const shell& m, unsigned without) {
  if (!(without & low_x)) quad({l.x, l.y, h.z}, {l.x, l.y, l.z}, {l.x, h.y, l.z}, {l.x, h.y, h.z}, m.low_x);
  if (!(without & high_x)) quad({h.x, l.y, l.z}, {h.x, l.y, h.z}, {h.x, h.y, h.z}, {h.x, h.y, l.z}, m.high_x);
  if (!(without & low_y)) quad({l.x, l.y, h.z}, {h.x, l.y, h.z}, {h.x, l.y, l.z}, {l.x, l.y, l.z}, m.floor);
  if (!(without & high_y))
    quad({l.x, h.y, l.z}, {h.x, h.y, l.z}, {h.x, h.y, h.z}, {l.x, h.y, h.z}, m.ceiling);
  if (!(without & low_z)) quad({l.x, l.y, l.z}, {h.x, l.y, l.z}, {h.x, h.y, l.z}, {l.x, h.y, l.z}, m.low_z);
  if (!(without & high_z)) quad({h.x, l.y, h.z}, {l.x, l.y, h.z}, {l.x, h.y, h.z}, {h.x, h.y, h.z}, m.high_z);
}

}  // namespace jackdaw::apps::radiosity
