// What pulls a group of bodies: other bodies, and nodes far away, in two lists.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apps/barnes/bodies/body.hpp"
#include "apps/barnes/tree/node.hpp"

namespace jackdaw::apps::barnes {

/// Pairs that were computed.
struct pair_counts {
  std::uint64_t bodies = 0;  ///< a body with a body
  std::uint64_t nodes = 0;   ///< a body with a node

  [[nodiscard]] std::uint64_t all() const { return bodies + nodes; }
  friend pair_counts operator+(const pair_counts& a, const pair_counts& b) {
    return {a.bodies + b.bodies, a.nodes + b.nodes};
  }
};

/// A list of bodies or nodes, each of so many numbers. Of four in succession, the numbers of one kind lie together,
/// so that four are computed with at a time.
template <std::size_t Numbers>
class list_of_fours {
 public:
  void clear() noexcept { count_ = 0; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  void add(const std::array<double, Numbers>& entry) {
    if (count_ % 4 == 0 && count_ * Numbers == numbers_.size())
      numbers_.resize(std::max<std::size_t>(512, 2 * count_) * Numbers);
    double* const first = &numbers_[count_ / 4 * (4 * Numbers) + count_ % 4];
    for (std::size_t i = 0; i < Numbers; ++i) first[4 * i] = entry[i];
    ++count_;
  }

  /// Makes the last ones four by zeros, which do not count.
  void pad() {
    const std::size_t count = count_;
    while (count_ % 4 != 0) add({});
    count_ = count;
  }

  /// The first numbers of entries `first` to `first + 3`, then the second ones, and so on.
  [[nodiscard]] const double* four_from(std::size_t first) const { return &numbers_[first * Numbers]; }

 private:
  std::size_t count_ = 0;
  std::vector<double> numbers_;
};

/// What pulls.
struct interaction_lists {
  list_of_fours<4> bodies;        // x, y, z, mass
  list_of_fours<10> nodes;        // the same, then the second moments
  list_of_fours<13> tight_nodes;  // the same, then what is beside the centre
};

/// Made by a walk for a group of neighbours, then used for each of them (Barnes, A modified tree code: don't
/// laugh, it runs, Journal of Computational Physics 87, 1990): a walk costs as much as many pairs.
class interactions {
 public:
  /// What pulls the bodies of this group. `root` is that of their tree.
  void find(const node& root, std::span<const body> all, std::span<const body> group);

  /// The sum over both lists, always in the same order. A body at the very same place does not pull. Cost:
  /// computes four pairs at a time where the processor can.
  [[nodiscard]] pull on(const vec3& position, double softening) const;

  [[nodiscard]] pair_counts of_one() const {
    return {lists_.bodies.count(), lists_.nodes.count() + lists_.tight_nodes.count()};
  }

 private:
  /// Of a leaf that is larger than others, since it cannot be split, the bodies are at the very same place: one.
  void add_leaf(std::span<const body> leaf);
  void add_node(const node& n);

  interaction_lists lists_;
};

}  // namespace jackdaw::apps::barnes
