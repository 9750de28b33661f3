#include "apps/radiosity/exchange/form_factor.hpp"

#include <array>
#include <numbers>

namespace jackdaw::apps::radiosity {

double point_form_factor(const vec3& point, const vec3& normal, const facet& to) {
  if (to.height(point) <= 0) return 0;
  // Clip at the horizon: keep what lies above the plane through `point`. A convex quadrangle gains one corner
  // at most.
  std::array<vec3, 8> kept;
  std::size_t count = 0;
  vec3 before = to.corner[to.corners - 1] - point;
  double height_before = dot(before, normal);
  for (std::size_t i = 0; i < to.corners; ++i) {
    const vec3 here = to.corner[i] - point;
    const double height = dot(here, normal);
    if ((height > 0) != (height_before > 0))
      kept[count++] = lerp(before, here, height_before / (height_before - height));
    if (height > 0) kept[count++] = here;
    before = here;
    height_before = height;
  }
  if (count < 3) return 0;
  double total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const vec3& p = kept[i];
    const vec3& q = kept[(i + 1) % count];
    const vec3 c = cross(p, q);
    const double s = length(c);
    if (s <= 0) continue;
    total += std::atan2(s, dot(p, q)) * dot(c, normal) / s;
  }
  // The corners run clockwise as seen from a point in front of the facet that looks at it.
  return std::max(0.0, -total / (2 * std::numbers::pi));
}

namespace {

struct weighted_point {
  double u, v, weight;
};

/// Mean of f over the facet, by the points of a rule on the parameter domain.
template <class Rule, class Function>
double mean(const facet& f, const Rule& rule, const Function& value) {
  double total = 0, weights = 0;
  for (const auto& p : rule) {
    double w = p.weight;
    if (!f.is_triangle()) {
      const vec3 du = lerp(f.corner[1] - f.corner[0], f.corner[2] - f.corner[3], p.v);
      const vec3 dv = lerp(f.corner[3] - f.corner[0], f.corner[2] - f.corner[1], p.u);
      w *= std::abs(dot(cross(du, dv), f.normal));
    }
    total += w * value(f.at(p.u, p.v));
    weights += w;
  }
  return weights > 0 ? total / weights : 0;
}

constexpr double g1 = 0.21132486540518713, g2 = 1 - g1;  // Gauss-Legendre, two points on [0,1]
constexpr std::array<weighted_point, 4> square_4{{{g1, g1, 1}, {g2, g1, 1}, {g1, g2, 1}, {g2, g2, 1}}};
constexpr std::array<weighted_point, 3> triangle_3{
    {{1. / 6, 1. / 6, 1}, {2. / 3, 1. / 6, 1}, {1. / 6, 2. / 3, 1}}};
constexpr std::array<weighted_point, 1> square_1{{{0.5, 0.5, 1}}};
constexpr std::array<weighted_point, 1> triangle_1{{{1. / 3, 1. / 3, 1}}};

/// Mean point form factor with 4 (triangle: 3) points, or with one.
double rough_mean(const facet& from, const facet& to, bool one_point) {
  const auto value = [&](const vec3& p) { return point_form_factor(p, from.normal, to); };
  if (one_point) return from.is_triangle() ? mean(from, triangle_1, value) : mean(from, square_1, value);
  return from.is_triangle() ? mean(from, triangle_3, value) : mean(from, square_4, value);
}

double refined(const facet& from, const facet& to, double rough, double accuracy, int levels) {
  std::array<facet, 4> part;
  std::array<double, 4> estimate{};
  double finer = 0;
  for (unsigned i = 0; i < 4; ++i) {
    part[i] = from.part(i);
    estimate[i] = rough_mean(part[i], to, false);
    finer += estimate[i] * part[i].area / from.area;
  }
  if (levels == 0 || std::abs(finer - rough) < accuracy) return finer;
  double total = 0;
  for (unsigned i = 0; i < 4; ++i)
    total += refined(part[i], to, estimate[i], accuracy, levels - 1) * part[i].area / from.area;
  return total;
}

}  // namespace

double transport(const facet& a, const facet& b) {
  const bool sample_a = a.area < b.area || (a.area == b.area && !(b.corner[0].x < a.corner[0].x));
  const facet& small = sample_a ? a : b;
  const facet& large = sample_a ? b : a;
  const double size = small.radius();
  const double gap = length(small.centre() - large.centre()) - large.radius();
  if (gap > 6 * size) return small.area * rough_mean(small, large, true);
  if (gap > size) return small.area * rough_mean(small, large, false);
  double total = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const facet part = small.part(i);
    total += part.area * rough_mean(part, large, false);
  }
  return total;
}

double form_factor(const facet& from, const facet& to, double accuracy) {
  if (!(from.area > 0)) return 0;
  return refined(from, to, rough_mean(from, to, false), accuracy, 9);
}

}  // namespace jackdaw::apps::radiosity
