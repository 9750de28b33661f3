#include "apps/radiosity/exchange/visibility.hpp"

#include <array>

#include "apps/radiosity/geometry/random_ray.hpp"

namespace jackdaw::apps::radiosity {

namespace {

/// Roberts' sequence in four dimensions: powers of 1/φ₄, where φ₄⁵ = φ₄ + 1.
constexpr std::array<double, 4> step{0.8566748838545029, 0.733891856627126, 0.6287067210378087,
                                     0.5385972572236101};

}  // namespace

seen_part visible_part(const bvh& blockers, const visibility_end& a, const visibility_end& b, unsigned rays,
                       std::uint64_t seed) {
  std::array<double, 4> at{};
  for (auto& x : at) x = uniform(seed);
  const double near_a = a.shape.radius(), near_b = b.shape.radius();
  // Keeps one very short ray between touching facets from deciding alone.
  const double softened = 0.01 * (near_a * near_a + near_b * near_b);
  seen_part result;
  unsigned exposed = 0, seen = 0;
  double clear = 0, all = 0;
  for (unsigned i = 0; i < rays; ++i) {
    for (std::size_t d = 0; d < 4; ++d) {
      at[d] += step[d];
      if (at[d] >= 1) at[d] -= 1;
    }
    const vec3 from = a.shape.sample(at[0], at[1]);
    const vec3 to = b.shape.sample(at[2], at[3]);
    const vec3 way = to - from;
    const double square = dot(way, way);
    const double cos_a = dot(way, a.shape.normal), cos_b = -dot(way, b.shape.normal);
    if (cos_a <= 0 || cos_b <= 0) continue;
    const double weight = cos_a * cos_b / (square * (square + softened));
    ++result.rays;
    const passage way_through = blockers.between(from, to, a.patch, b.patch);
    if (way_through == passage::buried) continue;
    all += weight;
    ++exposed;
    if (way_through == passage::blocked) continue;
    clear += weight;
    ++seen;
  }
  result.full = exposed > 0 && seen == result.rays;
  result.part = all > 0 ? clear / all : 0;
  return result;
}

}  // namespace jackdaw::apps::radiosity
