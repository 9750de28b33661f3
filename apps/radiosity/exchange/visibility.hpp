// How much of one facet another one sees: rays between sample points of both.
#pragma once

#include <cstdint>

#include "apps/radiosity/geometry/facet.hpp"
#include "apps/radiosity/scene/bvh.hpp"

namespace jackdaw::apps::radiosity {

struct visibility_end {
  const facet& shape;
  std::uint32_t patch;
};

struct seen_part {
  double part = 0;    ///< 0 .. 1, weighted with the kernel cos·cos/r² of each ray
  unsigned rays = 0;  ///< cast
  bool full = false;  ///< no ray was blocked, none began or ended in a buried place: so it is for all parts
};

/// Casts up to `rays` rays. The sample points are a low-discrepancy sequence shifted by `seed`, so the answer
/// depends on the arguments only, never on the order of tasks. Rays that start or end on a back side are not
/// cast. Rays from or to a buried place (see passage) do not count: an element half under a box stands for
/// its open half.
seen_part visible_part(const bvh& blockers, const visibility_end& a, const visibility_end& b, unsigned rays,
                       std::uint64_t seed);

}  // namespace jackdaw::apps::radiosity
