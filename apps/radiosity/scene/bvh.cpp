#include "apps/radiosity/scene/bvh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace jackdaw::apps::radiosity {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double along(const vec3& v, std::uint32_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// Where the triangles of a facet begin. The two faces of a sheet are divided along the same line, or where they are not
/// quite flat a ray could meet either first.
std::size_t first_corner(const facet& f) {
  const auto is_before = [](const vec3& a, const vec3& b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
  };
  return static_cast<std::size_t>(std::min_element(f.corner.begin(),
                                                   f.corner.begin() + static_cast<std::ptrdiff_t>(f.corners),
                                                   is_before) -
                                  f.corner.begin());
}

}  // namespace

void bvh::box::add(const vec3& p) {
  low = lowest(low, p);
  high = highest(high, p);
}

void bvh::box::add(const box& o) {
  low = lowest(low, o.low);
  high = highest(high, o.high);
}

double bvh::box::half_area() const {
  const vec3 d = high - low;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

bool bvh::box::meets(const vec3& origin, const vec3& inverse, double nearest, double farthest) const {
  const double x1 = (low.x - origin.x) * inverse.x, x2 = (high.x - origin.x) * inverse.x;
  const double y1 = (low.y - origin.y) * inverse.y, y2 = (high.y - origin.y) * inverse.y;
  const double z1 = (low.z - origin.z) * inverse.z, z2 = (high.z - origin.z) * inverse.z;
  const double in =
      std::max(std::max(std::min(x1, x2), std::min(y1, y2)), std::max(std::min(z1, z2), nearest));
  const double out =
      std::min(std::min(std::max(x1, x2), std::max(y1, y2)), std::min(std::max(z1, z2), farthest));
  return in <= out;
}

bvh::bvh(const scene& s) {
  std::vector<box> boxes;
  std::vector<triangle> all;
  const double margin = 1e-9 * s.diagonal();  // flat boxes get a thickness, so that rounding loses no hit
  for (std::uint32_t i = 0; i < s.patches.size(); ++i) {
    const facet& f = s.patches[i].shape;
    const std::size_t begin = first_corner(f);
    const auto corner = [&](std::size_t k) -> const vec3& { return f.corner[(begin + k) % f.corners]; };
    for (std::size_t k = 2; k < f.corners; ++k) {
      const vec3 &a = corner(0), &b = corner(k - 1), &c = corner(k);
      all.push_back({a, b - a, c - a, i, s.patches[i].is_back});
      box around{a, a};
      around.add(b);
      around.add(c);
      boxes.push_back(
          {around.low - vec3{margin, margin, margin}, around.high + vec3{margin, margin, margin}});
    }
  }
  std::vector<std::uint32_t> order(all.size());
  std::iota(order.begin(), order.end(), 0U);
  build(0, static_cast<std::uint32_t>(order.size()), 0, boxes, order);
  for (const auto i : order) triangles_.push_back(all[i]);
}

void bvh::build(std::uint32_t begin, std::uint32_t end, std::size_t depth, const std::vector<box>& boxes,
                std::vector<std::uint32_t>& order) {
  constexpr std::size_t bins = 16;
  const auto self = nodes_.size();
  node made;
  made.bounds = boxes[order[begin]];
  const auto centre = [&](std::uint32_t i) { return (boxes[i].low + boxes[i].high) * 0.5; };
  box centres{centre(order[begin]), centre(order[begin])};
  for (auto i = begin; i < end; ++i) {
    made.bounds.add(boxes[order[i]]);
    centres.add(centre(order[i]));
  }
  nodes_.push_back(made);
  // Traversal keeps one entry per level on its stack; beyond `deepest` a leaf must hold what is left.
  std::uint32_t cut = begin;
  std::uint32_t cut_axis = 0;
  if (end - begin > 2 && depth + 1 < deepest) {
    double best = made.bounds.half_area() * (end - begin);
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      const double from = along(centres.low, axis), width = along(centres.high, axis) - from;
      if (width <= 0) continue;
      const auto bin_of = [&](std::uint32_t i) {
        return std::min(bins - 1,
                        static_cast<std::size_t>((along(centre(i), axis) - from) / width * double{bins}));
      };
      std::array<box, bins> bounds;
      std::array<std::uint32_t, bins> counts{};
      for (auto i = begin; i < end; ++i) {
        const auto b = bin_of(order[i]);
        if (counts[b]++ == 0)
          bounds[b] = boxes[order[i]];
        else
          bounds[b].add(boxes[order[i]]);
      }
      const auto sweep = [&](std::size_t first, std::size_t last) {
        box all{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
        std::uint32_t n = 0;
        for (auto b = first; b < last; ++b) {
          if (counts[b] == 0) continue;
          all.add(bounds[b]);
          n += counts[b];
        }
        return std::pair{n, n == 0 ? 0.0 : all.half_area() * n};
      };
      for (std::size_t k = 1; k < bins; ++k) {
        const auto [left, left_cost] = sweep(0, k);
        const auto [right, right_cost] = sweep(k, bins);
        if (left == 0 || right == 0 || left_cost + right_cost >= best) continue;
        best = left_cost + right_cost;
        cut = begin + left;
        cut_axis = axis;
      }
    }
    if (cut == begin && end - begin > 8) {
      cut = begin + (end - begin) / 2;
      cut_axis = 0;
    }
    // Order along the axis; ties by index keep the tree the same in every run.
    if (cut != begin) {
      std::nth_element(order.begin() + begin, order.begin() + cut, order.begin() + end,
                       [&](std::uint32_t a, std::uint32_t b) {
                         const double ca = along(centre(a), cut_axis), cb = along(centre(b), cut_axis);
                         return ca < cb || (ca == cb && a < b);
                       });
    }
  }
  if (cut == begin) {
    nodes_[self].first = begin;
    nodes_[self].count = end - begin;
    return;
  }
  nodes_[self].axis = cut_axis;
  build(begin, cut, depth + 1, boxes, order);
  nodes_[self].first = static_cast<std::uint32_t>(nodes_.size());
  build(cut, end, depth + 1, boxes, order);
}

double bvh::meet(const triangle& t, const vec3& origin, const vec3& direction, bool& front) {
  // Möller and Trumbore 1997. The edge tests let a hair's breadth through, so that no ray slips between two
  // triangles.
  constexpr double slack = 1e-9;
  const vec3 p = cross(direction, t.edge2);
  const double det = dot(t.edge1, p);
  if (det == 0) return -1;
  const double inverse = 1 / det;
  const vec3 s = origin - t.corner;
  const double u = dot(s, p) * inverse;
  if (u < -slack || u > 1 + slack) return -1;
  const vec3 q = cross(s, t.edge1);
  const double v = dot(direction, q) * inverse;
  if (v < -slack || u + v > 1 + slack) return -1;
  front = det > 0;
  return dot(t.edge2, q) * inverse;
}

std::optional<ray_hit> bvh::first_hit(const vec3& origin, const vec3& direction, double nearest,
                                      std::uint32_t skip, bool front_only) const {
  const vec3 inverse{1 / direction.x, 1 / direction.y, 1 / direction.z};
  ray_hit best{no_patch, infinity, false};
  std::array<std::uint32_t, deepest> stack;
  std::size_t height = 0;
  std::uint32_t at = 0;
  while (true) {
    const node& n = nodes_[at];
    if (n.bounds.meets(origin, inverse, nearest, best.distance)) {
      if (n.count == 0) {
        const bool backwards = along(direction, n.axis) < 0;
        stack[height++] = backwards ? at + 1 : n.first;
        at = backwards ? n.first : at + 1;
        continue;
      }
      for (auto i = n.first; i < n.first + n.count; ++i) {
        if (triangles_[i].patch == skip) continue;
        bool front = false;
        const double d = meet(triangles_[i], origin, direction, front);
        if (!(d > nearest) || (front_only && (!front || triangles_[i].is_back))) continue;
        // Of the two fronts of a sheet, at the same place, the ray meets the one that it comes to.
        const bool is_sheet = front != best.front && best.patch != no_patch &&
                              std::abs(d - best.distance) <= nearest + 1e-9 * best.distance;
        if (is_sheet ? front : d < best.distance) best = {triangles_[i].patch, d, front};
      }
    }
    if (height == 0) break;
    at = stack[--height];
  }
  if (best.patch == no_patch) return std::nullopt;
  return best;
}

passage bvh::between(const vec3& from, const vec3& to, std::uint32_t a, std::uint32_t b) const {
  // The ends lie on patches a and b, which are left out by number; what touches them (a leg on the floor)
  // must not block by rounding, hence the ends are drawn in a little.
  constexpr double margin = 1e-7;
  const vec3 direction = to - from;
  const vec3 inverse{1 / direction.x, 1 / direction.y, 1 / direction.z};
  double first = 2, last = -1;
  bool enters_first = true, enters_last = false;
  std::array<std::uint32_t, deepest> stack;
  std::size_t height = 0;
  std::uint32_t at = 0;
  while (true) {
    const node& n = nodes_[at];
    if (n.bounds.meets(from, inverse, margin, 1 - margin)) {
      if (n.count == 0) {
        stack[height++] = n.first;
        ++at;
        continue;
      }
      for (auto i = n.first; i < n.first + n.count; ++i) {
        const triangle& t = triangles_[i];
        if (t.patch == a || t.patch == b) continue;
        bool front = false;
        const double d = meet(t, from, direction, front);
        if (!(d > margin && d < 1 - margin)) continue;
        // At the same place the two fronts of a sheet: it is entered from either side.
        if (d < first - margin)
          first = d, enters_first = front;
        else if (d < first + margin)
          enters_first = enters_first || front;
        if (d > last + margin)
          last = d, enters_last = front;
        else if (d > last - margin)
          enters_last = enters_last && front;
      }
    }
    if (height == 0) break;
    at = stack[--height];
  }
  if (last < 0) return passage::clear;
  return enters_first && !enters_last ? passage::blocked : passage::buried;
}

}  // namespace jackdaw::apps::radiosity
