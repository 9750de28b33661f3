// The kernel: a stage of a Runge-Kutta step at some nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "apps/shallow_water/sphere/fields.hpp"

namespace jackdaw::apps::shallow_water {

/// What it works on, all by the numbers of nodes, or of stencil places.
struct stage_data {
  const std::uint32_t* stencils;
  const weight* weights;
  const place* places;
  const fields* from;   ///< the water that the rates of change are computed from
  const fields* state;  ///< the water at the begin of the step
  fields* sums;         ///< of rates of change
  fields* to;           ///< what the next stage, or the next step, computes from
  double mean_height;   ///< in m
  double step;          ///< in s
};

/// Nodes from `first` to before `last`. Rounds the same on all processors, with AVX2 and without.
void compute_stage(const stage_data& data, std::size_t stage, std::size_t first, std::size_t last);

}  // namespace jackdaw::apps::shallow_water
