#include "apps/radiosity/geometry/overlap.hpp"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace jackdaw::apps::radiosity {

bool in_one_plane(const facet& a, const facet& b, double tolerance) {
  if (dot(a.normal, b.normal) < 0.999999) return false;
  for (std::size_t i = 0; i < b.corners; ++i)
    if (std::abs(a.height(b.corner[i])) > tolerance) return false;
  return true;
}

double common_area(const facet& a, const facet& b) {
  // Sutherland and Hodgman 1974: what of `b` lies within each edge of `a`.
  std::vector<vec3> kept(b.corner.begin(), b.corner.begin() + static_cast<std::ptrdiff_t>(b.corners));
  for (std::size_t edge = 0; edge < a.corners && !kept.empty(); ++edge) {
    const vec3& from = a.corner[edge];
    const vec3 inward = cross(a.normal, a.corner[(edge + 1) % a.corners] - from);
    const std::vector<vec3> before = std::move(kept);
    kept.clear();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const vec3 &p = before[i], &q = before[(i + 1) % before.size()];
      const double at_p = dot(p - from, inward), at_q = dot(q - from, inward);
      if (at_p >= 0) kept.push_back(p);
      if ((at_p >= 0) != (at_q >= 0)) kept.push_back(lerp(p, q, at_p / (at_p - at_q)));
    }
  }
  vec3 doubled;
  for (std::size_t i = 2; i < kept.size(); ++i) doubled += cross(kept[i - 1] - kept[0], kept[i] - kept[0]);
  return length(doubled) / 2;
}

}  // namespace jackdaw::apps::radiosity
