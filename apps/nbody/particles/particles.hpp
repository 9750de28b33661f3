// The particles in blocks, how they start, and how they move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/nbody/particles/coordinates.hpp"

namespace jackdaw::apps::nbody {

/// Some particles that are computed together. `forces` are those at `positions`, once they have been added up.
struct block {
  coordinates positions, velocities, forces;

  friend bool operator==(const block&, const block&) = default;
};

/// What there is to simulate.
struct drop {
  std::size_t n = 8192;
  double density = 0.8442;     ///< particles by volume, inside
  double temperature = 0.728;  ///< so that the mean kinetic energy of a particle is 3/2 of it
  std::uint64_t seed = 1;
};

/// A ball of particles on a face-centred cubic lattice, those in the middle first, with velocities as at that
/// temperature, which are random, but add up to nothing. Blocks of `block_size`; the last one may be smaller.
[[nodiscard]] std::vector<block> starting_blocks(const drop& d, std::size_t block_size);

/// The first part of a step of velocity Verlet: half of what the forces do to the velocities, the way, and no
/// forces at the new positions yet.
void move(coordinates& positions, coordinates& velocities, coordinates& forces, double step);

/// Its last part, by the new forces: the other half.
void kick(coordinates& velocities, const coordinates& forces, double step);

}  // namespace jackdaw::apps::nbody
