#include "apps/ray/scene_obj.hpp"

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <numbers>
#include <vector>

#include "apps/ray/box.hpp"
#include "apps/support/input_error.hpp"
#include "apps/support/obj_file.hpp"

namespace jackdaw::apps::ray {

namespace {

constexpr vec3 white{1, 1, 1};
constexpr double ambient_part = 0.1;

material to_material(const tinyobj::material_t& m) {
  const vec3 diffuse = to_vec3(m.diffuse), specular = to_vec3(m.specular);
  const bool reflects = m.illum >= 3 && m.illum <= 9;
  return {diffuse * ambient_part + to_vec3(m.emission), diffuse, specular,
          std::isfinite(m.shininess) && m.shininess > 1 ? static_cast<double>(m.shininess) : 1,
          reflects ? specular : vec3{}};
}

/// Corners' own normals, unless one is missing or points away from the others' side: between such there could
/// be a point without any direction.
void take_normals(triangle& t, const tinyobj::attrib_t& all, const tinyobj::index_t* corners) {
  std::array<vec3, 3> found;
  for (std::size_t i = 0; i < 3; ++i) {
    if (corners[i].normal_index < 0) return;
    found[i] = to_vec3(&all.normals[3 * static_cast<std::size_t>(corners[i].normal_index)]);
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

void add_lights(scene& s, const std::vector<tinyobj::material_t>& materials) {
  std::vector<glow> glows(s.materials.size());
  for (const triangle& t : s.triangles) {
    const auto& c = t.corners;
    const double area = length(cross(c[1] - c[0], c[2] - c[0])) / 2;
    glows[t.material].area += area;
    glows[t.material].weighted_middle += (c[0] + c[1] + c[2]) * (area / 3);
  }
  for (std::size_t i = 0; i < materials.size(); ++i) {
    const vec3 emission = to_vec3(materials[i].emission);
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
  const tinyobj::ObjReader reader = read_obj_file(path, polygons::triangulated);
  scene s;
  s.name = std::filesystem::path(path).stem().string();
  s.background = {0.078, 0.361, 0.753};
  for (const auto& m : reader.GetMaterials()) s.materials.push_back(to_material(m));
  const auto grey = static_cast<std::uint32_t>(s.materials.size());
  const vec3 matt = white * 0.7;
  s.materials.push_back({matt * ambient_part, matt, white * 0.2, 30, {}});

  const auto& attributes = reader.GetAttrib();
  for (const auto& shape : reader.GetShapes()) {
    for (std::size_t f = 0; f < shape.mesh.num_face_vertices.size(); ++f) {
      const tinyobj::index_t* const corners = &shape.mesh.indices[3 * f];
      const auto corner = [&](std::size_t i) {
        return to_vec3(&attributes.vertices[3 * static_cast<std::size_t>(corners[i].vertex_index)]);
      };
      const vec3 a = corner(0), b = corner(1), c = corner(2);
      const double doubled_area = length(cross(b - a, c - a));
      if (!(doubled_area > 0) || !std::isfinite(1 / doubled_area))
        continue;  // a line or a point: nobody sees it
      const int id = shape.mesh.material_ids[f];
      triangle t = flat_triangle(a, b, c, id < 0 ? grey : static_cast<std::uint32_t>(id));
      take_normals(t, attributes, corners);
      s.triangles.push_back(t);
    }
  }
  if (s.triangles.empty()) throw input_error(path + ": no triangles; expected faces (f) with an area");
  s.view = default_view(s);
  add_lights(s, reader.GetMaterials());
  return s;
}

}  // namespace jackdaw::apps::ray
