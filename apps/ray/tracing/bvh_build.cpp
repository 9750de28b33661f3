// Building the hierarchy: binned surface area heuristic (Wald 2007).
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "apps/ray/scene/box.hpp"
#include "apps/ray/tracing/bvh.hpp"

namespace jackdaw::apps::ray {

namespace {

double along(const vec3& v, std::size_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

constexpr std::size_t bins = 16;

/// Where a range of objects is divided: behind which bin along which axis.
struct division {
  bool found = false;
  double cost = never;
  std::size_t axis = 0;
  std::size_t last_bin = 0;
};

}  // namespace

class bvh_builder {
 public:
  bvh_builder(bvh& made, const scene& s, std::uint32_t largest_leaf)
      : made_(made), scene_(s), largest_leaf_(largest_leaf), order_(s.objects()) {
    const double margin = rounding_margin(s);
    boxes_.reserve(s.objects());
    for (const sphere& each : s.spheres) boxes_.push_back(box_of(each).with_margin(margin));
    for (const triangle& each : s.triangles) boxes_.push_back(box_of(each).with_margin(margin));
    std::iota(order_.begin(), order_.end(), 0U);
    made_.spheres_.reserve(s.spheres.size());
    made_.triangles_.reserve(s.triangles.size());
  }

  /// The root is an inner node in any case; with few objects its second child has none.
  void build() {
    const auto end = static_cast<std::uint32_t>(order_.size());
    if (is_leaf(0, end, choose(0, end))) {
      made_.nodes_.emplace_back();
      const bvh::link all = leaf_of(0, end);
      const bvh::link none = leaf_of(end, end);
      set(0, {bounds(0, end), box{}}, {all, none});
    } else {
      subtree(0, end, 0);
    }
  }

 private:
  /// Below this depth objects are halved by number, so that no branch gets deeper than the stack of a search.
  static constexpr std::size_t deepest_by_heuristic = bvh::deepest / 2;
  /// A visit of a node costs as much as so many objects.
  static constexpr double visit_cost = 1.5;

  [[nodiscard]] box bounds(std::uint32_t begin, std::uint32_t end) const {
    box all;
    for (auto i = begin; i < end; ++i) all.add(boxes_[order_[i]]);
    return all;
  }

  [[nodiscard]] static std::size_t bin_of(const vec3& centre, const box& centres, std::size_t axis) {
    const double from = along(centres.low, axis);
    const double part = (along(centre, axis) - from) / (along(centres.high, axis) - from);
    return std::min(bins - 1, static_cast<std::size_t>(part * double{bins}));
  }

  [[nodiscard]] box centres(std::uint32_t begin, std::uint32_t end) const {
    box all;
    for (auto i = begin; i < end; ++i) all.add(boxes_[order_[i]].centre());
    return all;
  }

  /// The division of least cost; its cost is that of the range as an inner node, in objects tested.
  [[nodiscard]] division choose(std::uint32_t begin, std::uint32_t end) const {
    division best;
    if (end - begin < 2) return best;
    const box around = centres(begin, end);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!(along(around.high, axis) > along(around.low, axis))) continue;
      std::array<box, bins> filled{};
      std::array<std::uint32_t, bins> counts{};
      for (auto i = begin; i < end; ++i) {
        const box& each = boxes_[order_[i]];
        const auto bin = bin_of(each.centre(), around, axis);
        filled[bin].add(each);
        ++counts[bin];
      }
      std::array<double, bins> low_costs{};  // of the bins up to this one
      box swept;
      std::uint32_t n = 0;
      for (std::size_t bin = 0; bin + 1 < bins; ++bin) {
        swept.add(filled[bin]);
        n += counts[bin];
        low_costs[bin] = n == 0 ? never : swept.half_area() * n;
      }
      swept = {};
      n = 0;
      for (std::size_t bin = bins - 1; bin > 0; --bin) {
        swept.add(filled[bin]);
        n += counts[bin];
        if (n == 0) continue;
        const double cost = low_costs[bin - 1] + swept.half_area() * n;
        if (cost < best.cost) best = {true, cost, axis, bin - 1};
      }
    }
    if (best.found) best.cost = visit_cost + best.cost / bounds(begin, end).half_area();
    return best;
  }

  [[nodiscard]] bool is_leaf(std::uint32_t begin, std::uint32_t end, const division& best) const {
    const std::uint32_t count = end - begin;
    return count < 2 || largest_leaf_ == bvh::whole_scene || (count <= largest_leaf_ && !(best.cost < count));
  }

  /// Makes the inner node of a range that is no leaf, and all below it.
  bvh::link subtree(std::uint32_t begin, std::uint32_t end, std::size_t depth) {
    const auto self = static_cast<bvh::link>(made_.nodes_.size());
    made_.nodes_.emplace_back();
    const std::uint32_t cut = divide(begin, end, depth);
    const std::array<box, 2> both_bounds{bounds(begin, cut), bounds(cut, end)};
    const bvh::link first = child(begin, cut, depth + 1);
    const bvh::link second = child(cut, end, depth + 1);
    set(self, both_bounds, {first, second});
    return self;
  }

  bvh::link child(std::uint32_t begin, std::uint32_t end, std::size_t depth) {
    return is_leaf(begin, end, choose(begin, end)) ? leaf_of(begin, end) : subtree(begin, end, depth);
  }

  /// Orders the range so that what belongs to the first child comes first; returns where the second begins.
  std::uint32_t divide(std::uint32_t begin, std::uint32_t end, std::size_t depth) {
    const division best = choose(begin, end);
    if (!best.found || depth >= deepest_by_heuristic) return begin + (end - begin) / 2;
    const box around = centres(begin, end);
    const auto middle = std::partition(
        order_.begin() + begin, order_.begin() + end, [this, &best, &around](std::uint32_t object) {
          return bin_of(boxes_[object].centre(), around, best.axis) <= best.last_bin;
        });
    return static_cast<std::uint32_t>(middle - order_.begin());
  }

  bvh::link leaf_of(std::uint32_t begin, std::uint32_t end) {
    bvh::leaf made{size(made_.spheres_), 0, size(made_.triangles_), 0};
    std::sort(order_.begin() + begin, order_.begin() + end);
    for (auto i = begin; i < end; ++i) {
      const std::uint32_t object = order_[i];
      if (object < scene_.spheres.size()) {
        const sphere& s = scene_.spheres[object];
        made_.spheres_.push_back({s.centre, s.radius * s.radius, object});
      } else {
        const auto& c = scene_.triangles[object - scene_.spheres.size()].corners;
        made_.triangles_.push_back({c[0], c[1] - c[0], c[2] - c[0], object});
      }
    }
    made.spheres_end = size(made_.spheres_);
    made.triangles_end = size(made_.triangles_);
    made_.leaves_.push_back(made);
    return bvh::is_leaf | (size(made_.leaves_) - 1);
  }

  void set(bvh::link self, const std::array<box, 2>& both_bounds, const std::array<bvh::link, 2>& children) {
    bvh::node& n = made_.nodes_[self];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      n.planes[axis][0] = bvh::both{along(both_bounds[0].low, axis), along(both_bounds[1].low, axis)};
      n.planes[axis][1] = bvh::both{along(both_bounds[0].high, axis), along(both_bounds[1].high, axis)};
    }
    n.children = children;
  }

  template <class T>
  static std::uint32_t size(const std::vector<T>& v) {
    return static_cast<std::uint32_t>(v.size());
  }

  bvh& made_;
  const scene& scene_;
  std::uint32_t largest_leaf_;
  std::vector<std::uint32_t> order_;
  std::vector<box> boxes_;
};

bvh::bvh(const scene& s, std::uint32_t largest_leaf) { bvh_builder(*this, s, largest_leaf).build(); }

}  // namespace jackdaw::apps::ray
