#include "apps/radiosity/polygon.hpp"

#include <numeric>

namespace jackdaw::apps::radiosity {

namespace {

/// Newell's normal, twice the area long: right for polygons that are bent or not convex.
vec3 newell(const std::vector<vec3>& p) {
  vec3 n;
  for (std::size_t i = 0; i < p.size(); ++i) n += cross(p[i] - p[0], p[(i + 1) % p.size()] - p[0]);
  return n;
}

double turn(const vec3& a, const vec3& b, const vec3& c, const vec3& n) {
  return dot(cross(b - a, c - b), n);
}

bool flat_and_convex(const std::vector<vec3>& p, const vec3& n, double size) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (std::abs(dot(p[i] - p[0], n)) > 1e-5 * size) return false;
    if (turn(p[i], p[(i + 1) % p.size()], p[(i + 2) % p.size()], n) <= 1e-9 * size * size) return false;
  }
  return true;
}

bool inside(const vec3& q, const vec3& a, const vec3& b, const vec3& c, const vec3& n) {
  return dot(cross(b - a, q - a), n) >= 0 && dot(cross(c - b, q - b), n) >= 0 &&
         dot(cross(a - c, q - c), n) >= 0;
}

bool is_ear(const std::vector<vec3>& p, const std::vector<std::size_t>& left, std::size_t i, const vec3& n) {
  const std::size_t m = left.size();
  const std::size_t before = left[(i + m - 1) % m], here = left[i], after = left[(i + 1) % m];
  if (turn(p[before], p[here], p[after], n) <= 0) return false;
  for (const std::size_t other : left) {
    if (other == before || other == here || other == after) continue;
    if (inside(p[other], p[before], p[here], p[after], n)) return false;
  }
  return true;
}

}  // namespace

std::vector<facet> facets_of(const std::vector<vec3>& corners) {
  std::vector<facet> result;
  const auto add = [&](const vec3& a, const vec3& b, const vec3& c) {
    const facet f = make_facet({a, b, c, {}}, 3);
    const double longest = std::max({length(b - a), length(c - b), length(a - c)});
    if (f.area > 1e-9 * longest * longest) result.push_back(f);
  };
  if (corners.size() == 3) {
    add(corners[0], corners[1], corners[2]);
    return result;
  }
  vec3 n = newell(corners);
  const double doubled = length(n);
  if (doubled <= 0) return result;
  n *= 1 / doubled;
  if (corners.size() == 4 && flat_and_convex(corners, n, std::sqrt(doubled))) {
    result.push_back(make_facet({corners[0], corners[1], corners[2], corners[3]}, 4));
    return result;
  }
  std::vector<std::size_t> left(corners.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  while (left.size() > 3) {
    std::size_t ear = 0;
    while (ear < left.size() && !is_ear(corners, left, ear, n)) ++ear;
    if (ear == left.size()) ear = 0;  // a polygon that crosses itself: any cut is as good
    const std::size_t m = left.size();
    add(corners[left[(ear + m - 1) % m]], corners[left[ear]], corners[left[(ear + 1) % m]]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  add(corners[left[0]], corners[left[1]], corners[left[2]]);
  return result;
}

}  // namespace jackdaw::apps::radiosity
