// Nodes of the tree, and where they lie.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::barnes {

/// A cell that has bodies, and what these are to bodies far away.
struct node {
  vec3 centre;  ///< of mass
  vec3 beside;  ///< what was rounded off there: much, where bodies are a few steps of doubles apart
  double mass = 0;
  std::array<double, 6> moments{};  ///< second ones about the centre: xx, xy, xz, yy, yz, zz
  double squared_reach = 0;         ///< seen from farther than that it counts as one
  node* children = nullptr;         ///< together, in the order of their bodies; none: a leaf
  std::uint32_t child_count = 0;
  bool is_tight = false;              ///< so small, where it lies, that `beside` counts
  std::uint32_t first = 0, last = 0;  ///< its bodies

  [[nodiscard]] std::uint32_t bodies() const { return last - first; }
  [[nodiscard]] std::span<node> below() const { return {children, child_count}; }

  /// Adds a mass, and its moments, to those about the centre. It is at the sum of `at` and `also`.
  void add_moments(double m, const vec3& at, const std::array<double, 6>& own, const vec3& also = {}) {
    const vec3 d = (at - centre) + (also - beside);
    const std::array<double, 6> moved{d.x * d.x, d.x * d.y, d.x * d.z, d.y * d.y, d.y * d.z, d.z * d.z};
    for (std::size_t i = 0; i < moved.size(); ++i) moments[i] += own[i] + m * moved[i];
  }
};

/// Memory for the nodes that one worker makes. Nodes never move; those of the last step are overwritten.
class node_memory {
 public:
  /// So many nodes beside each other, at most eight.
  [[nodiscard]] node* take(std::uint32_t count) {
    if (free_ < count) {
      if (blocks_used_ == blocks_.size()) blocks_.push_back(std::make_unique<node[]>(block));
      ++blocks_used_;
      free_ = block;
    }
    node* const first = &blocks_[blocks_used_ - 1][block - free_];
    free_ -= count;
    return first;
  }

  void clear() noexcept { blocks_used_ = free_ = 0; }

 private:
  static constexpr std::size_t block = 1024;

  std::vector<std::unique_ptr<node[]>> blocks_;
  std::size_t blocks_used_ = 0;
  std::size_t free_ = 0;  // of the last block in use
};

}  // namespace jackdaw::apps::barnes
