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
/// node has at least two children, and is the smallest cell for its bodies. The bodies in one of the smallest cells
/// are halved by their coordinates, until few are left or all are at the same place.
///
/// No locks: different nodes may be split, grown and summed up at the same time, each worker takes memory of its
/// own. Which nodes there are, and what is in them, depends on the bodies only; where they lie does not matter.
class tree {
 public:
  /// A leaf has no more bodies, unless they are at the very same place.
  static constexpr std::uint32_t leaf_bodies = 16;
  /// The largest nodes with no more bodies, and larger leaves, are groups: what pulls them is found together.
  static constexpr std::uint32_t group_bodies = 64;

  tree(double theta, std::size_t bodies, unsigned workers);

  /// Begins anew, with a root that has not grown: bodies in the order of their places. Both must outlive the
  /// tree's use. To split a node may change the order of bodies in one of the smallest cells.
  void plant(std::span<body> bodies, std::span<const place> places, const cube& all);

  [[nodiscard]] node& root() noexcept { return root_; }
  [[nodiscard]] const node& root() const noexcept { return root_; }
  [[nodiscard]] bool is_leaf(const node& n) const {
    return n.bodies() <= leaf_bodies || (is_in_smallest_cell(n) && are_together(n));
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
  [[nodiscard]] bool is_in_smallest_cell(const node& n) const {
    return places_[n.first].key == places_[n.last - 1].key;
  }
  /// Whether all of its bodies are at the very same place.
  [[nodiscard]] bool are_together(const node& n) const;
  [[nodiscard]] bounds bounds_of(const node& n) const;
  /// Where the second half begins, of bodies that are sorted by their longest axis now.
  [[nodiscard]] std::uint32_t halve(const node& n);
  /// Seen from how far away it counts as one, and whether it is tight.
  void measure(node& n) const;

  double theta_;
  node root_;
  cube all_;
  std::span<body> bodies_;
  std::span<const place> places_;
  std::vector<std::uint32_t> group_ends_;
  unsigned workers_;
  per_worker<node_memory> memory_;
};

}  // namespace jackdaw::apps::barnes
