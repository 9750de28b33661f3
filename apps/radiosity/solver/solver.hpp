// The two ways to solve: a plain loop, and tasks. Both make the same trees and links and the same radiosities
// to the last bit; see refine.hpp and element.hpp for why.
#pragma once

#include <memory>

#include "apps/radiosity/solver/solution.hpp"

namespace jackdaw {
class any_scheduler;
}

namespace jackdaw::apps::radiosity {

/// Iterations of refinement and gathering until the total radiosity settles, then averaging;
/// solution::seconds is set.
std::unique_ptr<solution> solve_serially(const scene& s, const bvh& rays, const parameters& options);
std::unique_ptr<solution> solve_with_tasks(const scene& s, const bvh& rays, const parameters& options,
                                           any_scheduler& scheduler);

}  // namespace jackdaw::apps::radiosity
