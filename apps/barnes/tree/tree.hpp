// The octree, built by divide and conquer: a node is split, its children grow independently of each other, then
// what they have is summed up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apps/barnes/bodies/body.hpp"
#include "apps/barnes/tree/morton.hpp"
#include "apps/barnes/tree/node.hpp"
#include "apps/barnes/tree/place.hpp"
#include "apps/support/work/per_worker.hpp"

namespace jackdaw::apps::barnes {

/// A tree over bodies in Morton order. The bodies of a node follow each other, so that a node is split by
/// looking where they pass from one cell to the next. Cells with nothing beside them are left out: each inner
/// node has at least two children, and is the smallest cell for its bodies.
///
/// No locks: different nodes may be split, grown and summed up at the same time, each worker takes memory of its
/// own. Which nodes there are, and what is in them, depends on the bodies only; where they lie does not matter.
class tree {
 public:
  /// A leaf has no more bodies, unless they are in the same of the smallest cells.
  static constexpr std::uint32_t leaf_bodies = 16;
  /// The largest nodes with no more bodies, and larger leaves, are groups: what pulls them is found together.
  static constexpr std::uint32_t group_bodies = 64;

  tree(double theta, std::size_t bodies, unsigned workers);

  /// Begins anew, with a root that has not grown: bodies in the order of their places. Both must outlive the
  /// tree's use.
  void plant(std::span<const body> bodies, std::span<const place> places, const cube& all);

  [[nodiscard]] node& root() noexcept { return root_; }
  [[nodiscard]] const node& root() const noexcept { return root_; }
  [[nodiscard]] bool is_leaf(const node& n) const {
    return n.bodies() <= leaf_bodies || places_[n.first].key == places_[n.last - 1].key;
  }

  /// Makes the children of what is no leaf. `worker`: the calling worker.
  void split(node& n, unsigned worker);

  /// What the node is from afar, by its children or, of a leaf, by its bodies.
  void sum_up(node& n);

  /// All of that for all nodes below, by one worker.
  void grow(node& n, unsigned worker);

  /// Where the group ends that begins with this body; 0 when none does. Each body is in one group.
  [[nodiscard]] std::uint32_t group_from(std::size_t body) const { return group_ends_[body]; }

 private:
  double theta_;
  node root_;
  cube all_;
  std::span<const body> bodies_;
  std::span<const place> places_;
  std::vector<std::uint32_t> group_ends_;
  unsigned workers_;
  per_worker<node_memory> memory_;
};

}  // namespace jackdaw::apps::barnes
