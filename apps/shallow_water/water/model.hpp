// The shallow water equations on the nodes, and what a part of a step does to some of them; not which threads
// execute the parts.
//
// A step is classical Runge-Kutta of fourth order: four stages, each of which computes the rate of change from
// the water that the one before has made, in a buffer of its own, and makes the water for the next one. The last one
// makes that of the next step. A stage changes a node by what it and the nodes of its stencil were before, in a
// fixed order of additions: so all versions of the program get the same state, bit for bit.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "apps/shallow_water/sphere/fields.hpp"
#include "apps/shallow_water/sphere/sphere.hpp"
#include "apps/shallow_water/water/flow_case.hpp"

namespace jackdaw::apps::shallow_water {

inline constexpr std::size_t stages = 4;

/// Everything that a run reads only.
class model {
 public:
  /// For steps of so many seconds. The model holds weights of its own, by which derivatives are those of a sphere of
  /// the earth's radius, and the damping is as strong as waves of this case need it.
  model(sphere on, const flow_case& flow, double step);

  [[nodiscard]] std::size_t count() const noexcept { return on_.count(); }
  [[nodiscard]] const sphere& on() const noexcept { return on_; }
  [[nodiscard]] const flow_case& flow() const noexcept { return flow_; }
  [[nodiscard]] double step() const noexcept { return step_; }
  [[nodiscard]] const std::vector<place>& places() const noexcept { return places_; }

  /// The state at the start.
  [[nodiscard]] std::vector<fields> start() const;

  /// The depth of the water at a node, in m.
  [[nodiscard]] double depth(std::size_t node, const fields& water) const {
    return flow_.mean_height() + water.surface - places_[node].ground;
  }

 private:
  sphere on_;
  flow_case flow_;
  double step_;
  std::vector<place> places_;
};

/// A run: the state, and what the stages keep.
class run_state {
 public:
  explicit run_state(const model& of);

  /// Stage 0 to 3 of a step at the nodes from `first` to before `last`. Cost: 60 to 160 ns a node with AVX2, as near
  /// as the weights are. Threads: any number at the same time for different nodes of a stage. Of different stages,
  /// too, as long as a node's stage comes after the stage before at all nodes of its stencil, and, since it
  /// overwrites what was made in the last step, after all that have read this.
  void compute(std::size_t stage, std::size_t first, std::size_t last);

  [[nodiscard]] std::size_t count() const noexcept { return water_[0].size(); }
  [[nodiscard]] const model& of() const noexcept { return *of_; }
  [[nodiscard]] std::vector<fields> take() { return std::move(water_[0]); }

 private:
  const model* of_;
  std::array<std::vector<fields>, stages> water_;  // what each stage reads; first the state itself
  std::vector<fields> sums_;                       // of the rates of change so far, by their factors
};

/// The serial program.
void run_serially(run_state& run, std::size_t steps);

}  // namespace jackdaw::apps::shallow_water
