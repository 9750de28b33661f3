#include "apps/radiosity/scene/scene_obj.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <utility>

#include "apps/radiosity/geometry/polygon.hpp"
#include "apps/radiosity/scene/bvh.hpp"
#include "apps/support/obj/read_model.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::radiosity {

namespace {

bool is_named_light(std::string name) {
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name.find("light") != std::string::npos;
}

material to_material(const obj::material& m) {
  material result{m.name, m.diffuse, m.emission};
  constexpr double least_light = 1e-30;  // as of Ke (material_file.cpp)
  if (is_named_light(m.name) && !result.is_light()) {
    const vec3& glow = sum(m.ambient) > 0 ? m.ambient : result.reflectance;
    if (largest(glow) >= least_light) result.emission = glow;
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
        if (hit && hit->front && !s.patches[hit->patch].is_back) ++fronts;
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
  const obj::model read = obj::read_model(path);
  scene s;
  s.name = quoted(std::filesystem::path(path).stem().string());
  s.origin = read.origin;
  for (const obj::material& m : read.materials) s.materials.push_back(to_material(m));
  const auto grey = static_cast<std::uint32_t>(s.materials.size());
  s.materials.push_back({"(none)", {0.7, 0.7, 0.7}, {}});
  std::vector<vec3> corners;
  for (const obj::face& face : read.faces) {
    corners.clear();
    for (std::size_t c = face.first; c < face.first + face.count; ++c)
      corners.push_back(read.positions[read.corners[c].vertex]);
    const auto facets = facets_of(corners);
    if (facets.empty()) ++s.degenerate_faces;
    for (const auto& facet : facets)
      s.patches.push_back({facet, face.material == obj::none ? grey : face.material, 0});
  }
  complete(s, quoted(path, 160));
  s.view = default_view(s);
  return s;
}

}  // namespace jackdaw::apps::radiosity
