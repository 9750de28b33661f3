// A bounding volume hierarchy over spheres and triangles: what a ray meets first, and whether anything stands
// in its way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/ray/scene/geometry.hpp"
#include "apps/ray/scene/scene.hpp"

namespace jackdaw::apps::ray {

inline constexpr std::uint32_t no_object = UINT32_MAX;

struct hit {
  double distance = never;
  std::uint32_t object = no_object;  ///< spheres are numbered first, triangles after them
};

/// Built once, then read by any number of threads.
///
/// An inner node has the boxes of both its children, so that one visit tests two boxes with the same
/// instructions, and a child that is missed is never touched. Of objects at the same distance the one with
/// the lowest number is met: the answer does not depend on the shape of the tree.
class bvh {
 public:
  /// Leaves of more objects than `largest_leaf` are divided in any case. The scene must have fewer than 2^30
  /// objects.
  explicit bvh(const scene& s, std::uint32_t largest_leaf = 8);

  /// A single leaf of all objects: each ray is tested against each. To check the others by.
  [[nodiscard]] static bvh without_tree(const scene& s) { return bvh(s, whole_scene); }

  /// What the ray meets first beyond `nearest`; direction of length 1.
  [[nodiscard]] hit first_hit(const vec3& origin, const vec3& direction, double nearest) const;

  /// Whether it meets anything between `nearest` and `farthest`.
  [[nodiscard]] bool is_blocked(const vec3& origin, const vec3& direction, double nearest,
                                double farthest) const;

 private:
  friend class bvh_builder;

  /// Two numbers that are computed with at the same time: one for each child of a node.
  using both = double __attribute__((vector_size(16)));

  /// A child: the number of an inner node, or of a leaf (is_leaf set).
  using link = std::uint32_t;
  static constexpr link is_leaf = link{1} << 31;

  struct node {
    std::array<std::array<both, 2>, 3> planes;  ///< by axis; low, high
    std::array<link, 2> children;
  };
  /// Of the spheres and triangles below.
  struct leaf {
    std::uint32_t first_sphere, spheres_end;
    std::uint32_t first_triangle, triangles_end;
  };
  struct round {
    vec3 centre;
    double squared_radius;
    std::uint32_t object;
  };
  struct flat {
    vec3 corner, edge1, edge2;
    std::uint32_t object;
  };

  static constexpr std::uint32_t whole_scene = UINT32_MAX;
  static constexpr std::size_t deepest = 64;

  /// Calls visit(leaf) for the leaves that the ray passes before `farthest`, the nearer of two first; visit
  /// may bring `farthest` closer, and ends the search by returning true.
  template <class Visit>
  void search(const vec3& origin, const vec3& direction, double nearest, const double& farthest,
              const Visit& visit) const;

  std::vector<node> nodes_;
  std::vector<leaf> leaves_;
  std::vector<round> spheres_;
  std::vector<flat> triangles_;
};

}  // namespace jackdaw::apps::ray
