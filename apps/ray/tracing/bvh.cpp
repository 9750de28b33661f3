#include "apps/ray/tracing/bvh.hpp"

#include <utility>

namespace jackdaw::apps::ray {

template <class Visit>
void bvh::search(const vec3& origin, const vec3& direction, double nearest, const double& farthest,
                 const Visit& visit) const {
  struct postponed {
    link child;
    double entry;
  };
  // Rounding in the three operations that lead to a distance; more than enough.
  constexpr double wider = 1 + 1e-15;
  const std::array<double, 3> from{origin.x, origin.y, origin.z};
  const std::array<double, 3> inverse{1 / direction.x, 1 / direction.y, 1 / direction.z};
  const std::array<std::size_t, 3> near_side{inverse[0] < 0, inverse[1] < 0, inverse[2] < 0};

  std::array<postponed, deepest> stack;
  std::size_t height = 0;
  link at = 0;
  while (true) {
    if ((at & is_leaf) != 0) {
      if (visit(leaves_[at & ~is_leaf])) return;
    } else {
      const node& n = nodes_[at];
      both entry = {nearest, nearest};
      both exit = {farthest, farthest};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const both in = (n.planes[axis][near_side[axis]] - from[axis]) * inverse[axis];
        const both out = (n.planes[axis][1 - near_side[axis]] - from[axis]) * inverse[axis];
        // 0 · infinity, of a ray within a plane, is no number and fails both comparisons: no bound.
        entry = in > entry ? in : entry;
        exit = out < exit ? out : exit;
      }
      exit *= wider;
      const bool first = entry[0] <= exit[0];
      const bool second = entry[1] <= exit[1];
      if (first && second) {
        const std::size_t nearer = entry[1] < entry[0];
        stack[height++] = {n.children[1 - nearer], nearer == 0 ? entry[1] : entry[0]};
        at = n.children[nearer];
        continue;
      }
      if (first || second) {
        at = n.children[first ? 0 : 1];
        continue;
      }
    }
    do {
      if (height == 0) return;
      --height;
    } while (stack[height].entry > farthest * wider);
    at = stack[height].child;
  }
}

hit bvh::first_hit(const vec3& origin, const vec3& direction, double nearest) const {
  hit best;
  const auto take = [&best](double distance, std::uint32_t object) {
    if (distance < best.distance || (distance == best.distance && object < best.object && distance < never))
      best = {distance, object};
  };
  search(origin, direction, nearest, best.distance, [&](const leaf& l) {
    for (auto i = l.first_sphere; i < l.spheres_end; ++i) {
      const round& s = spheres_[i];
      take(meet_sphere(s.centre, s.squared_radius, origin, direction, nearest), s.object);
    }
    for (auto i = l.first_triangle; i < l.triangles_end; ++i) {
      const flat& t = triangles_[i];
      take(meet_triangle(t.corner, t.edge1, t.edge2, origin, direction, nearest), t.object);
    }
    return false;
  });
  return best;
}

bool bvh::is_blocked(const vec3& origin, const vec3& direction, double nearest, double farthest) const {
  bool found = false;
  search(origin, direction, nearest, farthest, [&](const leaf& l) {
    for (auto i = l.first_sphere; i < l.spheres_end && !found; ++i) {
      const round& s = spheres_[i];
      found = meet_sphere(s.centre, s.squared_radius, origin, direction, nearest) < farthest;
    }
    for (auto i = l.first_triangle; i < l.triangles_end && !found; ++i) {
      const flat& t = triangles_[i];
      found = meet_triangle(t.corner, t.edge1, t.edge2, origin, direction, nearest) < farthest;
    }
    return found;
  });
  return found;
}

}  // namespace jackdaw::apps::ray
