// The simulation as a series of rounds: the blocks of a round are independent of each other, and a round begins
// when the one before it is over. Which threads compute the blocks is not said here.
//
// Leapfrog (kick, drift, kick), after a step of no time that finds the first accelerations. In each step:
//   drift   half a kick, then the way; how far the bodies reach
//   sort    Morton keys, sorted within each block
//   merge   runs of 1, 2, 4, … blocks, two into one, until there is one
//   gather  the bodies, in this order
//   grow    the tree: the round without blocks
//   pull    accelerations, and the other half of the kick
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/barnes/bodies/body.hpp"
#include "apps/barnes/tree/interactions.hpp"
#include "apps/barnes/tree/morton.hpp"
#include "apps/barnes/tree/place.hpp"
#include "apps/barnes/tree/tree.hpp"

namespace jackdaw::apps::barnes {

/// What a simulation comes to.
struct outcome {
  std::vector<body> bodies;  ///< in Morton order
  std::vector<pull> pulls;   ///< on each of them
  pair_counts pairs;         ///< of all steps
  double first_energy = 0;
  double energy = 0;
};

class simulation {
 public:
  /// `grain`: bodies in a block; it does not show in any result. `workers`: how many grow the tree.
  simulation(std::vector<body> bodies, const settings& s, std::size_t grain, unsigned workers);

  /// What there is to do before the blocks of a round, which all wait for it; one thread calls, round by round
  /// from 0. False when all rounds are over.
  [[nodiscard]] bool begin(std::size_t round);

  /// Whether the tree is to grow in this round, from its root on; then there are no blocks.
  [[nodiscard]] bool grows(std::size_t round) const { return kind_of(round) == grow; }
  [[nodiscard]] tree& growing() noexcept { return tree_; }
  [[nodiscard]] std::size_t grain() const noexcept { return grain_; }
  /// Nodes which are worth a task.
  [[nodiscard]] bool is_large(const node& n) const { return n.bodies() > grain_ && !tree_.is_leaf(n); }

  /// One block, of any other round. Threads: any number at the same time, for different blocks.
  void compute(std::size_t round, std::size_t block);
  [[nodiscard]] std::size_t blocks() const noexcept { return counts_.size(); }

  /// What is left when all rounds are over. Once.
  [[nodiscard]] outcome take_outcome();
  /// The step in which a body was farther away than can be computed with; 0: none was.
  [[nodiscard]] std::size_t scattered_in() const noexcept { return scattered_in_; }

 private:
  enum kind : std::uint8_t { drift, sort, merge, gather, grow, pull_all };
  struct block_range {
    std::size_t first, last;
  };

  [[nodiscard]] std::size_t rounds_of_step() const noexcept { return 5 + merges_; }
  [[nodiscard]] kind kind_of(std::size_t round) const;
  [[nodiscard]] block_range range_of(std::size_t block) const;
  [[nodiscard]] double energy() const;

  void drift_block(std::size_t block);
  void sort_block(std::size_t block);
  void merge_block(std::size_t run, std::size_t block);
  void gather_block(std::size_t block);
  void pull_block(std::size_t block);

  settings settings_;
  std::size_t grain_;
  std::size_t merges_ = 0;
  double step_ = 0;  // the one under way
  std::vector<body> bodies_, gathered_;
  std::vector<pull> pulls_;  // in the order of bodies_
  std::vector<place> places_, merged_;
  std::vector<bounds> bounds_;       // by block
  std::vector<pair_counts> counts_;  // by block
  cube all_;
  tree tree_;
  double first_energy_ = 0;
  std::size_t scattered_in_ = 0;
};

/// The serial program.
inline void run_serially(simulation& s) {
  for (std::size_t round = 0; s.begin(round); ++round) {
    if (s.grows(round))
      s.growing().grow(s.growing().root(), 0);
    else
      for (std::size_t block = 0; block < s.blocks(); ++block) s.compute(round, block);
  }
}

}  // namespace jackdaw::apps::barnes
