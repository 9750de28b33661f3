#include "apps/ray/scene/scene_obj.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <numbers>
#include <vector>

#include "apps/ray/scene/box.hpp"
#include "apps/support/geometry/triangles.hpp"
#include "apps/support/obj/read_model.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::ray {

namespace {

constexpr vec3 white{1, 1, 1};
constexpr double ambient_part = 0.1;

material to_material(const obj::material& m) {
  const bool reflects = m.illumination >= 3 && m.illumination <= 9;
  return {m.diffuse * ambient_part + m.emission, m.diffuse, m.specular, std::max(m.shininess, 1.0),
          reflects ? lowest(m.specular, white) : vec3{}};
}

/// Corners' own normals, unless one is missing or points away from the others' side: between such there could
/// be a point without any direction.
void take_normals(triangle& t, const obj::model& all, const std::array<obj::corner, 3>& corners) {
  std::array<vec3, 3> found;
  for (std::size_t i = 0; i < 3; ++i) {
    if (corners[i].normal == obj::none) return;
    found[i] = all.normals[corners[i].normal];
    if (!(length(found[i]) > 0)) return;
    found[i] = normalized(found[i]);
    if (!(dot(found[i], t.normals[0]) * dot(found[0], t.normals[0]) > 0)) return;
  }
  t.normals = found;
}

/// The middle of all that a material glows with.
struct glow {
  double area = 0;
  vec3 weighted_middle;
};

void add_lights(scene& s, const std::vector<obj::material>& materials) {
  std::vector<glow> glows(s.materials.size());
  for (const triangle& t : s.triangles) {
    const auto& c = t.corners;
    const double area = length(cross(c[1] - c[0], c[2] - c[0])) / 2;
    glows[t.material].area += area;
    glows[t.material].weighted_middle += (c[0] + c[1] + c[2]) * (area / 3);
  }
  for (std::size_t i = 0; i < materials.size(); ++i) {
    const vec3& emission = materials[i].emission;
    if (!(largest(emission) > 0) || !(glows[i].area > 0)) continue;
    s.lights.push_back({glows[i].weighted_middle * (1 / glows[i].area), emission * (1 / largest(emission))});
  }
  if (!s.lights.empty()) return;
  const vec3 back = s.view.eye - s.view.target;
  const vec3 side = cross(s.view.up, back);
  s.lights.push_back({s.view.target + back * 1.5 + side * 0.8 + s.view.up * length(back), white * 0.7});
  s.lights.push_back(
      {s.view.target + back * 1.5 - side * 1.2 + s.view.up * (0.4 * length(back)), white * 0.4});
}

camera default_view(const scene& s) {
  const box all = box_of(s);
  camera c;
  c.target = all.centre();
  c.field_of_view = 40;
  const double radius = length(all.high - all.low) / 2;
  const double distance = radius / std::sin(c.field_of_view / 2 * std::numbers::pi / 180);
  c.eye = c.target + normalized(vec3{0.5, 0.4, 1}) * distance;
  return c;
}

}  // namespace

scene read_obj(const std::string& path) {
  const obj::model read = obj::read_model(path);
  scene s;
  s.name = quoted(std::filesystem::path(path).stem().string());
  s.origin = read.origin;
  s.background = {0.078, 0.361, 0.753};
  for (const obj::material& m : read.materials) s.materials.push_back(to_material(m));
  const auto grey = static_cast<std::uint32_t>(s.materials.size());
  const vec3 matt = white * 0.7;
  s.materials.push_back({matt * ambient_part, matt, white * 0.2, 30, {}});

  std::vector<vec3> outline;
  for (const obj::face& face : read.faces) {
    outline.clear();
    for (std::size_t c = face.first; c < face.first + face.count; ++c)
      outline.push_back(read.positions[read.corners[c].vertex]);
    for (const auto& [i, j, k] : triangles_of(outline)) {
      const vec3 &a = outline[i], &b = outline[j], &c = outline[k];
      const double doubled_area = length(cross(b - a, c - a));
      if (!(doubled_area > 0) || !std::isfinite(1 / doubled_area))
        continue;  // a line or a point: it cannot be seen
      triangle t = flat_triangle(a, b, c, face.material == obj::none ? grey : face.material);
      const auto corner = [&](std::size_t of) { return read.corners[face.first + of]; };
      take_normals(t, read, {corner(i), corner(j), corner(k)});
      s.triangles.push_back(t);
    }
  }
  if (s.triangles.empty())
    throw input_error(quoted(path, 160) + ": no triangles; expected faces (f) with an area");
  s.view = default_view(s);
  add_lights(s, read.materials);
  return s;
}

}  // namespace jackdaw::apps::ray
