#include "apps/radiosity/scene/scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "apps/radiosity/geometry/grid_point.hpp"
#include "apps/radiosity/scene/lit_sides.hpp"
#include "apps/radiosity/scene/overlaid_faces.hpp"
#include "apps/support/options/range_option.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::radiosity {

double scene::area() const {
  double total = 0;
  for (const auto& p : patches) total += p.shape.area;
  return total;
}

double scene::lit_area() const {
  double total = 0;
  for (const auto& p : patches)
    if (material_of(p).is_light()) total += p.shape.area;
  return total;
}

double scene::emitted_power() const {
  double total = 0;
  for (const auto& p : patches) total += sum(material_of(p).emission) * p.shape.area;
  return total;
}

vec3 scene::light_colour() const {
  vec3 total;
  for (const auto& p : patches) total += material_of(p).emission * p.shape.area;
  return total * (1 / largest(total));
}

std::string scene::place_of(const patch& p) const {
  const vec3 centre = p.shape.centre() + origin;
  return "(" + plain(centre.x) + ", " + plain(centre.y) + ", " + plain(centre.z) + ")";
}

namespace {

void clamp_reflectances(scene& s) {
  for (auto& m : s.materials) {
    if (largest(m.reflectance) <= greatest_reflectance) continue;
    ++s.clamped_materials;
    m.reflectance = {std::min(m.reflectance.x, greatest_reflectance),
                     std::min(m.reflectance.y, greatest_reflectance),
                     std::min(m.reflectance.z, greatest_reflectance)};
  }
}

/// Joins patches that share a whole edge, a plane and a material: shading is smooth across their common edge.
void find_surfaces(scene& s) {
  std::vector<std::uint32_t> leader(s.patches.size());
  std::iota(leader.begin(), leader.end(), 0U);
  const auto find = [&](std::uint32_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  const grid_points grid(s.low, s.diagonal());
  std::map<std::pair<grid_point, grid_point>, std::vector<std::uint32_t>> at_edge;
  for (std::uint32_t i = 0; i < s.patches.size(); ++i) {
    const facet& f = s.patches[i].shape;
    for (std::size_t c = 0; c < f.corners; ++c) {
      auto a = grid.of(f.corner[c]), b = grid.of(f.corner[(c + 1) % f.corners]);
      if (b < a) std::swap(a, b);
      auto& others = at_edge[{a, b}];
      for (const std::uint32_t j : others) {
        const patch& other = s.patches[j];
        if (other.material == s.patches[i].material && dot(other.shape.normal, f.normal) > 0.9999)
          leader[find(i)] = find(j);
      }
      others.push_back(i);
    }
  }
  std::vector<std::uint32_t> number(s.patches.size(), UINT32_MAX);
  s.surfaces = 0;
  for (std::uint32_t i = 0; i < s.patches.size(); ++i) {
    auto& n = number[find(i)];
    if (n == UINT32_MAX) n = s.surfaces++;
    s.patches[i].surface = n;
  }
}

/// What cuts through a light, of faces with one front. Null: nothing does. Of a sheet with two fronts either side is lit
/// by the part of the light that it sees.
const patch* cutting(const scene& s, const patch& light, double tolerance) {
  std::vector<const patch*> all;
  for (const patch& p : s.patches)
    if (cut_each_other(light.shape, p.shape, tolerance)) all.push_back(&p);
  const auto is_of_sheet = [&](const patch* one) {
    return std::ranges::any_of(all, [&](const patch* other) {
      return dot(one->shape.normal, other->shape.normal) < -0.999999 &&
             std::abs(one->shape.height(other->shape.corner[0])) <= 1e-9 * s.diagonal();
    });
  };
  const auto found = std::ranges::find_if_not(all, is_of_sheet);
  return found == all.end() ? nullptr : *found;
}

/// Elements of a light that lie across such a cut would give the same light to both sides: it is not what rays find.
void require_whole_lights(const scene& s, const std::string& where) {
  constexpr double cut_part = 0.01;  // of the size of a light
  const double most = 0.05 * s.emitted_power();
  double cut = 0;
  for (const patch& light : s.patches) {
    if (!s.material_of(light).is_light()) continue;
    const double tolerance = cut_part * std::sqrt(light.shape.area);
    const patch* const other = cutting(s, light, tolerance);
    if (other == nullptr) continue;
    cut += sum(s.material_of(light).emission) * light.shape.area;
    if (cut <= most) continue;
    throw input_error(where + ": the light about " + s.place_of(light) + " and the face about " +
                      s.place_of(*other) +
                      " cut through each other; expected lights that end where they meet another face");
  }
}

}  // namespace

void complete(scene& s, const std::string& where) {
  if (s.patches.empty())
    throw input_error(where + ": the scene has no faces with an area; expected at least one");
  s.low = s.high = s.patches.front().shape.corner[0];
  for (const auto& p : s.patches) {
    for (std::size_t c = 0; c < p.shape.corners; ++c) {
      s.low = lowest(s.low, p.shape.corner[c]);
      s.high = highest(s.high, p.shape.corner[c]);
    }
  }
  clamp_reflectances(s);
  if (!(s.emitted_power() > 0))
    throw input_error(where +
                      ": the scene has no light; expected a face whose material has Ke from 1e-30 on, or is "
                      "named like \"light\" and has such a Ka or Kd");
  // Rays pass over what is nearer than 1e-9 of the scene: lamps and what is beside them must be a thousand times as far.
  constexpr double farthest = 1e6;
  const double lamps = std::sqrt(s.lit_area());
  if (!(s.diagonal() <= farthest * lamps)) {
    throw input_error(where + ": a scene of size " + plain(s.diagonal()) + " with lights of size " +
                      plain(lamps) + "; expected it at most a million times as large as these");
  }
  require_whole_lights(s, where);
  lift_overlaid(s, where);
  add_black_backs(s);
  if (s.black_backs > 0) lift_overlaid(s, where);
  find_surfaces(s);
}

}  // namespace jackdaw::apps::radiosity
