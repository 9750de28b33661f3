#include "apps/radiosity/geometry/polygon.hpp"

#include <algorithm>
#include <cmath>

#include "apps/support/geometry/triangles.hpp"

namespace jackdaw::apps::radiosity {

namespace {

bool flat_and_convex(const std::vector<vec3>& p, const vec3& n, double size) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (std::abs(dot(p[i] - p[0], n)) > 1e-5 * size) return false;
    if (turn(p[i], p[(i + 1) % p.size()], p[(i + 2) % p.size()], n) <= 1e-9 * size * size) return false;
  }
  return true;
}

}  // namespace

std::vector<facet> facets_of(const std::vector<vec3>& corners) {
  std::vector<facet> result;
  if (corners.size() == 4) {
    const vec3 n = newell_normal(corners);
    const double doubled_area = length(n);
    if (doubled_area > 0 && flat_and_convex(corners, n * (1 / doubled_area), std::sqrt(doubled_area))) {
      result.push_back(make_facet({corners[0], corners[1], corners[2], corners[3]}, 4));
      return result;
    }
  }
  for (const auto& [i, j, k] : triangles_of(corners)) {
    const vec3 &a = corners[i], &b = corners[j], &c = corners[k];
    const facet f = make_facet({a, b, c, {}}, 3);
    const double longest = std::max({length(b - a), length(c - b), length(a - c)});
    if (f.area > 1e-9 * longest * longest) result.push_back(f);
  }
  return result;
}

}  // namespace jackdaw::apps::radiosity
