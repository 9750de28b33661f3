// A bounding volume hierarchy over the patches: what a ray meets first, and what stands between two points.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "apps/radiosity/scene/scene.hpp"
#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::radiosity {

inline constexpr std::uint32_t no_patch = UINT32_MAX;

struct ray_hit {
  std::uint32_t patch = no_patch;
  double distance = 0;  ///< in lengths of the direction
  bool front = false;   ///< met on the side that reflects
};

enum class passage {
  clear,    ///< nothing stands between
  blocked,  ///< something does
  buried  ///< an end lies inside a body, under a box or behind a picture: the first thing met there is a back
          ///< side
};

/// Built once (binned surface area heuristic, Wald 2007), then read by any number of threads.
class bvh {
 public:
  explicit bvh(const scene& s);

  /// What the ray meets first beyond `nearest` (in lengths of `direction`); patch `skip` is passed through,
  /// and so are back sides when `front_only`, black ones, too. Of a front and a back at the same place it meets the
  /// front. Nothing when it leaves the scene.
  [[nodiscard]] std::optional<ray_hit> first_hit(const vec3& origin, const vec3& direction, double nearest,
                                                 std::uint32_t skip = no_patch,
                                                 bool front_only = false) const;

  /// What the straight way from `from` on patch `a` to `to` on patch `b` meets; these two do not count.
  [[nodiscard]] passage between(const vec3& from, const vec3& to, std::uint32_t a, std::uint32_t b) const;

 private:
  struct box {
    vec3 low, high;
    void add(const vec3& p);
    void add(const box& o);
    [[nodiscard]] double half_area() const;
    /// Whether the line from nearest to farthest (in lengths of the direction) passes through.
    [[nodiscard]] bool meets(const vec3& origin, const vec3& inverse, double nearest, double farthest) const;
  };
  struct node {
    box bounds;
    std::uint32_t first =
        0;  ///< leaf: first triangle; inner node: its second child (the first child follows it)
    std::uint32_t count = 0;  ///< leaf: number of triangles; inner node: 0
    std::uint32_t axis = 0;
  };
  struct triangle {
    vec3 corner, edge1, edge2;
    std::uint32_t patch = 0;
    bool is_back = false;
  };
  static constexpr std::size_t deepest = 64;

  void build(std::uint32_t begin, std::uint32_t end, std::size_t depth, const std::vector<box>& boxes,
             std::vector<std::uint32_t>& order);
  /// Distance along the ray, negative when it misses; `front` is set on a hit.
  static double meet(const triangle& t, const vec3& origin, const vec3& direction, bool& front);

  std::vector<node> nodes_;
  std::vector<triangle> triangles_;
};

}  // namespace jackdaw::apps::radiosity
