// What a simulation consists of, and in which order; not which threads execute it.
//
// In a step all blocks move, the forces between all pairs of blocks are added up, and all velocities get their
// second half. A pair of blocks changes the forces of both, so two pairs with a block in common must not be
// computed at the same time. In round r of m meet the blocks i and j with i + j = r modulo m: each block meets
// one other, or itself, so all pairs of a round are independent, and after m rounds all have met.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "apps/nbody/particles/lennard_jones.hpp"
#include "apps/nbody/particles/particles.hpp"

namespace jackdaw::apps::nbody {

/// Two blocks, the first not after the second.
using pair = std::pair<std::size_t, std::size_t>;

/// How many pairs of m blocks meet in a round.
[[nodiscard]] constexpr std::size_t pairs_of_round(std::size_t m, std::size_t round) {
  return round / 2 + 1 + (round + m) / 2 - round;
}

/// One of them: first those with i + j = round, then those with i + j = round + m.
[[nodiscard]] constexpr pair pair_of_round(std::size_t m, std::size_t round, std::size_t index) {
  const std::size_t without_wrap = round / 2 + 1;
  if (index < without_wrap) return {index, round - index};
  const std::size_t i = round + 1 + (index - without_wrap);
  return {i, round + m - i};
}

/// All pairs of m blocks, round by round.
[[nodiscard]] inline std::vector<pair> pairs_by_rounds(std::size_t m) {
  std::vector<pair> all;
  for (std::size_t round = 0; round < m; ++round)
    for (std::size_t i = 0; i < pairs_of_round(m, round); ++i) all.push_back(pair_of_round(m, round, i));
  return all;
}

/// All pairs of m blocks, row by row of the triangle, as they are written down first (T15 figure 6.1): many in
/// succession have a block in common.
[[nodiscard]] inline std::vector<pair> pairs_by_rows(std::size_t m) {
  std::vector<pair> all;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = i; j < m; ++j) all.emplace_back(i, j);
  return all;
}

inline void add_forces_of(std::vector<block>& blocks, const pair& p) {
  block& a = blocks[p.first];
  if (p.first == p.second) return add_forces(a.positions, a.forces);
  block& b = blocks[p.second];
  add_forces(a.positions, b.positions, a.forces, b.forces);
}

/// A whole simulation as phases, one after another, of pieces that are independent of each other: the forces
/// at the start, and in each step a move, the rounds of forces, and a kick.
class phases {
 public:
  phases(std::vector<block>& blocks, std::size_t steps, double step)
      : blocks_(&blocks), steps_(steps), step_(step) {}

  [[nodiscard]] std::size_t count() const { return rounds() + steps_ * (rounds() + 2); }
  [[nodiscard]] std::size_t pieces(std::size_t phase) const {
    return is_round(phase) ? pairs_of_round(rounds(), round(phase)) : blocks_->size();
  }

  /// Threads: any number at the same time for different pieces of the same phase.
  void compute(std::size_t phase, std::size_t piece) const {
    if (is_round(phase)) return add_forces_of(*blocks_, pair_of_round(rounds(), round(phase), piece));
    block& b = (*blocks_)[piece];
    if (place(phase) == 0) {
      move(b.positions, b.velocities, b.forces, step_);
    } else {
      kick(b.velocities, b.forces, step_);
    }
  }

 private:
  [[nodiscard]] std::size_t rounds() const { return blocks_->size(); }
  /// In its step: 0 the move, then the rounds, then the kick. Before the first step there is nothing to move.
  [[nodiscard]] std::size_t place(std::size_t phase) const {
    return phase < rounds() ? phase + 1 : (phase - rounds()) % (rounds() + 2);
  }
  [[nodiscard]] bool is_round(std::size_t phase) const {
    return place(phase) != 0 && place(phase) != rounds() + 1;
  }
  [[nodiscard]] std::size_t round(std::size_t phase) const { return place(phase) - 1; }

  std::vector<block>* blocks_;
  std::size_t steps_;
  double step_;
};

/// The serial program on blocks, pairs in the given order.
inline void run_blocks(std::vector<block>& blocks, const std::vector<pair>& pairs, std::size_t steps,
                       double step) {
  const auto add_all = [&] {
    for (const pair& p : pairs) add_forces_of(blocks, p);
  };
  add_all();
  for (std::size_t i = 0; i < steps; ++i) {
    for (block& b : blocks) move(b.positions, b.velocities, b.forces, step);
    add_all();
    for (block& b : blocks) kick(b.velocities, b.forces, step);
  }
}

}  // namespace jackdaw::apps::nbody
