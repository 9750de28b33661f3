// The forces between particles by the Lennard-Jones potential 4 (r⁻¹² - r⁻⁶), in units in which its depth, its
// diameter and the mass of a particle are 1. Every pair counts, however far apart.
#pragma once

#include "apps/nbody/particles/coordinates.hpp"

namespace jackdaw::apps::nbody {

/// The forces between the particles at `a` and those at `b`, added to both sides: by Newton's third law each pair
/// is computed once. What is added to a particle is summed up first: adding it to 0 and that to a sum later is
/// the same to the last bit. Cost: about 1 ns a
/// pair with AVX2, 3 without. Throws std::bad_alloc.
void add_forces(const coordinates& a, const coordinates& b, coordinates& on_a, coordinates& on_b);

/// The same among the particles at `a`.
void add_forces(const coordinates& a, coordinates& on_a);

}  // namespace jackdaw::apps::nbody
