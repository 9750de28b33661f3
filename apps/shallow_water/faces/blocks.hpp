// The nodes in blocks of about the same size, which tasks work on.
#pragma once

#include <algorithm>
#include <cstddef>

#include "apps/shallow_water/sphere/sphere.hpp"
#include "apps/shallow_water/water/model.hpp"

namespace jackdaw::apps::shallow_water {

/// Blocks of `size` nodes in succession; the last one has what is left over, too, so it may be larger. A block is at
/// least as large as stencils reach, so that a stencil touches the blocks beside its own at most.
class blocks {
 public:
  blocks() = default;
  blocks(std::size_t nodes, std::size_t size)
      : nodes_(nodes), size_(size), count_(std::max<std::size_t>(1, nodes / size)) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t first(std::size_t block) const noexcept { return block * size_; }
  [[nodiscard]] std::size_t last(std::size_t block) const noexcept {
    return block + 1 == count_ ? nodes_ : first(block + 1);
  }
  [[nodiscard]] std::size_t before(std::size_t block) const noexcept { return block == 0 ? 0 : block - 1; }
  [[nodiscard]] std::size_t after(std::size_t block) const noexcept {
    return std::min(block + 1, count_ - 1);
  }

  /// How many pairs of blocks have a stencil of the one with nodes of the other: the tiles of the matrix of weights
  /// that are not empty.
  [[nodiscard]] std::size_t tiles(const sphere& of) const;

 private:
  std::size_t nodes_ = 0;
  std::size_t size_ = 1;
  std::size_t count_ = 0;
};

/// A run as phases of independent pieces: each stage of each step, block by block.
class phases {
 public:
  phases(run_state& run, const blocks& cut, std::size_t steps) : run_(&run), cut_(&cut), steps_(steps) {}

  [[nodiscard]] std::size_t count() const { return stages * steps_; }
  [[nodiscard]] std::size_t pieces(std::size_t /*phase*/) const { return cut_->count(); }

  /// Threads: any number at the same time for different pieces of the same phase.
  void compute(std::size_t phase, std::size_t piece) const {
    run_->compute(phase % stages, cut_->first(piece), cut_->last(piece));
  }

 private:
  run_state* run_;
  const blocks* cut_;
  std::size_t steps_;
};

}  // namespace jackdaw::apps::shallow_water
