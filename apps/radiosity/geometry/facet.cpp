#include "apps/radiosity/geometry/facet.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace jackdaw::apps::radiosity {

vec3 facet::centre() const {
  vec3 total;
  for (std::size_t i = 0; i < corners; ++i) total += corner[i];
  return total * (1.0 / static_cast<double>(corners));
}

double facet::radius() const {
  const vec3 middle = centre();
  double largest_square = 0;
  for (std::size_t i = 0; i < corners; ++i) {
    const vec3 d = corner[i] - middle;
    largest_square = std::max(largest_square, dot(d, d));
  }
  return std::sqrt(largest_square);
}

vec3 facet::at(double u, double v) const {
  if (is_triangle()) return corner[0] * (1 - u - v) + corner[1] * u + corner[2] * v;
  return lerp(lerp(corner[0], corner[1], u), lerp(corner[3], corner[2], u), v);
}

vec3 facet::sample(double s, double t) const {
  if (is_triangle() && s + t > 1) return at(1 - s, 1 - t);
  return at(s, t);
}

facet facet::part(unsigned which) const {
  const auto& c = corner;
  facet result;
  result.corners = corners;
  if (is_triangle()) {
    const vec3 m01 = lerp(c[0], c[1], 0.5), m12 = lerp(c[1], c[2], 0.5), m20 = lerp(c[2], c[0], 0.5);
    switch (which) {
      case 0:
        result.corner = {c[0], m01, m20, {}};
        break;
      case 1:
        result.corner = {m01, c[1], m12, {}};
        break;
      case 2:
        result.corner = {m20, m12, c[2], {}};
        break;
      default:
        result.corner = {m12, m20, m01, {}};
        break;
    }
    result.normal = normal;
    result.area = area / 4;
    return result;
  }
  const vec3 m01 = lerp(c[0], c[1], 0.5), m12 = lerp(c[1], c[2], 0.5);
  const vec3 m32 = lerp(c[3], c[2], 0.5), m03 = lerp(c[0], c[3], 0.5);
  const vec3 middle = lerp(m03, m12, 0.5);
  switch (which) {
    case 0:
      result.corner = {c[0], m01, middle, m03};
      break;
    case 1:
      result.corner = {m01, c[1], m12, middle};
      break;
    case 2:
      result.corner = {m03, middle, m32, c[3]};
      break;
    default:
      result.corner = {middle, m12, c[2], m32};
      break;
  }
  result.normal = normal;
  result.area =
      0.5 *
      std::abs(dot(normal, cross(result.corner[2] - result.corner[0], result.corner[3] - result.corner[1])));
  return result;
}

facet::parameters facet::locate(const vec3& point) const {
  // Newton's method in two of the three coordinates: exact after one step for triangles and parallelograms.
  const vec3 n{std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
  const auto flat = [&](const vec3& p) -> std::pair<double, double> {
    if (n.x >= n.y && n.x >= n.z) return {p.y, p.z};
    if (n.y >= n.z) return {p.x, p.z};
    return {p.x, p.y};
  };
  const auto [px, py] = flat(point);
  parameters r = is_triangle() ? parameters{1.0 / 3, 1.0 / 3} : parameters{0.5, 0.5};
  const int steps = is_triangle() ? 1 : 5;
  for (int step = 0; step < steps; ++step) {
    const vec3 along_u =
        is_triangle() ? corner[1] - corner[0] : lerp(corner[1] - corner[0], corner[2] - corner[3], r.v);
    const vec3 along_v =
        is_triangle() ? corner[2] - corner[0] : lerp(corner[3] - corner[0], corner[2] - corner[1], r.u);
    const auto [qx, qy] = flat(at(r.u, r.v));
    const auto [ux, uy] = flat(along_u);
    const auto [vx, vy] = flat(along_v);
    const double det = ux * vy - uy * vx;
    if (det == 0) return r;
    const double dx = px - qx, dy = py - qy;
    r.u += (dx * vy - dy * vx) / det;
    r.v += (ux * dy - uy * dx) / det;
  }
  return r;
}

facet make_facet(const std::array<vec3, 4>& corner, std::size_t corners) {
  facet result;
  result.corner = corner;
  result.corners = corners;
  const vec3 doubled = corners == 3 ? cross(corner[1] - corner[0], corner[2] - corner[0])
                                    : cross(corner[2] - corner[0], corner[3] - corner[1]);
  const double size = length(doubled);
  result.area = size / 2;
  if (size > 0) result.normal = doubled * (1 / size);
  return result;
}

namespace {

bool some_in_front(const facet& of, const facet& other, double tolerance) {
  for (std::size_t i = 0; i < other.corners; ++i)
    if (of.height(other.corner[i]) > tolerance) return true;
  return false;
}

}  // namespace

bool face_each_other(const facet& a, const facet& b, double tolerance) {
  return some_in_front(a, b, tolerance) && some_in_front(b, a, tolerance);
}

namespace {

/// Where a facet meets a plane, along a direction in that plane.
struct met_range {
  double from = std::numeric_limits<double>::infinity(), to = -from;
};

met_range range_in_plane(const facet& f, const facet& plane, const vec3& along) {
  met_range met;
  for (std::size_t i = 0; i < f.corners; ++i) {
    const vec3 &a = f.corner[i], &b = f.corner[(i + 1) % f.corners];
    const double height_a = plane.height(a), height_b = plane.height(b);
    if (height_a * height_b > 0 || height_a == height_b) continue;
    const double at = dot(lerp(a, b, height_a / (height_a - height_b)) - plane.corner[0], along);
    met.from = std::min(met.from, at);
    met.to = std::max(met.to, at);
  }
  return met;
}

bool is_on_both_sides(const facet& f, const facet& plane, double tolerance) {
  double lowest = 0, highest = 0;
  for (std::size_t i = 0; i < f.corners; ++i) {
    lowest = std::min(lowest, plane.height(f.corner[i]));
    highest = std::max(highest, plane.height(f.corner[i]));
  }
  return lowest < -tolerance && highest > tolerance;
}

}  // namespace

bool cut_each_other(const facet& a, const facet& b, double tolerance) {
  if (!is_on_both_sides(a, b, tolerance) || !is_on_both_sides(b, a, tolerance)) return false;
  const vec3 along = normalized(cross(a.normal, b.normal));  // the planes are not parallel
  const met_range of_a = range_in_plane(a, b, along);
  met_range of_b = range_in_plane(b, a, along);
  const double moved = dot(a.corner[0] - b.corner[0], along);  // both begin at the corner of b
  of_b.from += moved;
  of_b.to += moved;
  return std::min(of_a.to, of_b.to) - std::max(of_a.from, of_b.from) > tolerance;
}

}  // namespace jackdaw::apps::radiosity
