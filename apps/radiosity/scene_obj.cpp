#include "apps/radiosity/scene_obj.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <utility>

#include "apps/radiosity/bvh.hpp"
#include "apps/radiosity/polygon.hpp"
#include "apps/support/obj_file.hpp"

namespace jackdaw::apps::radiosity {

namespace {

bool is_named_light(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name.find("light") != std::string::npos;
}

material to_material(const tinyobj::material_t& m) {
  material result{m.name, to_vec3(m.diffuse), to_vec3(m.emission)};
  if (is_named_light(m.name) && !result.is_light()) {
    const vec3 ambient = to_vec3(m.ambient);
    result.emission = sum(ambient) > 0 ? ambient : result.reflectance;
  }
  return result;
}

/// The eye stands off one of the four sides, far enough to have all in view; most front sides win. What turns
/// its back to the eye is not drawn, so a closed room is looked into through its wall.
camera default_view(const scene& s) {
  const bvh rays(s);
  const vec3 middle = (s.low + s.high) * 0.5, half = (s.high - s.low) * 0.5;
  static constexpr std::array<vec3, 4> sides{{{0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}};
  camera best;
  int most = -1;
  for (const vec3& side : sides) {
    camera c;
    c.target = middle;
    c.field_of_view = 40;
    const double depth = std::abs(dot(half, side));
    const double wide = side.x != 0 ? half.z : half.x;
    c.aspect = half.y > 0 ? std::clamp(wide / half.y, 0.75, 2.0) : 1.6;
    const double reach = std::max(half.y, wide / c.aspect);
    c.eye = middle + side * (depth + 1.08 * reach / std::tan(c.field_of_view / 2 * std::numbers::pi / 180));
    int fronts = 0;
    for (int i = -9; i <= 9; ++i) {
      for (int j = -9; j <= 9; ++j) {
        const vec3 across = cross(side, vec3{0, 1, 0});
        const vec3 at = middle + across * (wide * i / 10.0) + vec3{0, half.y * j / 10.0, 0} + side * depth;
        const auto hit = rays.first_hit(c.eye, at - c.eye, 0);
        if (hit && hit->front) ++fronts;
      }
    }
    if (fronts > most) {
      most = fronts;
      best = c;
    }
  }
  return best;
}

}  // namespace

scene read_obj(const std::string& path) {
  const tinyobj::ObjReader reader = read_obj_file(path, polygons::kept);
  scene s;
  s.name = std::filesystem::path(path).stem().string();
  for (const auto& m : reader.GetMaterials()) s.materials.push_back(to_material(m));
  const auto grey = static_cast<std::uint32_t>(s.materials.size());
  s.materials.push_back({"(none)", {0.7, 0.7, 0.7}, {}});
  const auto& positions = reader.GetAttrib().vertices;
  std::vector<vec3> corners;
  for (const auto& shape : reader.GetShapes()) {
    std::size_t first = 0;
    for (std::size_t f = 0; f < shape.mesh.num_face_vertices.size(); ++f) {
      const std::size_t count = shape.mesh.num_face_vertices[f];
      corners.clear();
      for (std::size_t c = 0; c < count; ++c) {
        const auto v = static_cast<std::size_t>(shape.mesh.indices[first + c].vertex_index);
        corners.push_back(to_vec3(&positions[3 * v]));
      }
      first += count;
      const int id = shape.mesh.material_ids[f];
      const auto facets = facets_of(corners);
      if (facets.empty()) ++s.degenerate_faces;
      for (const auto& facet : facets)
        s.patches.push_back({facet, id < 0 ? grey : static_cast<std::uint32_t>(id), 0});
    }
  }
  complete(s, path);
  s.view = default_view(s);
  return s;
}

}  // namespace jackdaw::apps::radiosity
