// Points made comparable: positions rounded to a fine grid, so that a corner reached over two ways is one
// vertex.
#pragma once

#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::radiosity {

struct grid_point {
  std::int64_t x = 0, y = 0, z = 0;
  auto operator<=>(const grid_point&) const = default;
};

struct grid_point_hash {
  std::size_t operator()(const grid_point& p) const {
    auto h = static_cast<std::uint64_t>(p.x) * 0x9e3779b97f4a7c15U;
    h = (h ^ (h >> 29) ^ static_cast<std::uint64_t>(p.y)) * 0xbf58476d1ce4e5b9U;
    h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(p.z)) * 0x94d049bb133111ebU;
    return static_cast<std::size_t>(h ^ (h >> 31));
  }
};

/// The grid: two million cells along the scene's diagonal. Far coarser than rounding errors, far finer than
/// elements.
class grid_points {
 public:
  grid_points(const vec3& low, double diagonal) : low_(low), per_unit_(diagonal > 0 ? 2e6 / diagonal : 1) {}

  [[nodiscard]] grid_point of(const vec3& p) const {
    const vec3 q = (p - low_) * per_unit_;
    return {std::llround(q.x), std::llround(q.y), std::llround(q.z)};
  }

 private:
  vec3 low_;
  double per_unit_;
};

}  // namespace jackdaw::apps::radiosity
