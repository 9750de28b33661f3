// One solution under way: the trees over the patches, and everything the phases share.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "apps/radiosity/scene/bvh.hpp"
#include "apps/radiosity/scene/scene.hpp"
#include "apps/radiosity/solver/averaging.hpp"
#include "apps/radiosity/solver/element.hpp"

namespace jackdaw::apps::radiosity {

struct parameters {
  /// A link that carries more than this part of the lights' power, once reflected, is divided (BF-refinement,
  /// Hanrahan, Salzman, Aupperle 1991, made relative to the scene).
  double accuracy = 2e-5;
  /// Elements of at most this area, in squared scene units, are not divided. 0: 1/20 000 of the scene's area.
  double smallest_area = 0;
  /// What the power of a pair counts that no ray connects, where that of a half-hidden pair counts 1 and that of a wholly
  /// visible one 0.5. In SPLASH-2's program a hidden pair counts a sixth of a wholly visible one, or up to as much.
  double hidden_measure = 0.05;
  /// The end: an iteration changes the total radiosity by less than this part of it.
  double tolerance = 2e-4;
  int most_iterations = 20;
  /// Gather and push-pull sweeps per iteration.
  int sweeps = 2;
};

struct solution {
  solution(const scene& input, const bvh& rays, const parameters& options, unsigned workers);

  const scene& input;
  const bvh& blockers;
  parameters options;
  double smallest_area;    ///< options.smallest_area, or its default
  double greatest_power;   ///< what one link may carry, W
  bool closed;             ///< no light leaves the scene
  std::vector<bool> open;  ///< patches whose light may leave it
  double diagonal;
  std::unique_ptr<element[]> roots;  ///< one per patch
  std::unique_ptr<worker_store[]> stores;
  unsigned workers;
  std::size_t now = 0;  ///< which of element::sent is valid
  int iterations = 0;
  bool converged = false;  ///< false when most_iterations was the end
  double last_change = 0;  ///< of the total radiosity in the last iteration, as a part of it
  double seconds = 0;      ///< refinement to averaging
  std::vector<std::vector<std::uint32_t>> surface_patches;
  std::vector<display_surface> display;  ///< one per surface

  [[nodiscard]] std::size_t patches() const { return input.patches.size(); }
  [[nodiscard]] const material& material_of(const element& e) const {
    return input.material_of(input.patches[e.patch]);
  }
  /// Radiosity times area over all patches, W.
  [[nodiscard]] double total_radiosity() const;
  /// Whether another iteration is due after one that changed the total from `before`; counts it.
  bool goes_on(double before);
  /// Whether a sweep more is due once the iterations are at an end: the scales (gather.hpp) of surfaces that see little
  /// but each other settle much later than the light. Counts it.
  bool is_to_be_balanced();
  int balancing_sweeps = 0;
};

/// Where the lights' power went, W.
struct power_balance {
  double absorbed = 0;  ///< by the surfaces
  double escaped = 0;   ///< out of an open scene
};
power_balance balance(const solution& s);

/// The figures that are reported.
struct solution_counts {
  std::size_t elements = 0, leaves = 0;
  std::size_t full = 0, partial = 0, hidden = 0;  ///< interactions, each direction counted
  std::uint64_t rays = 0;
  std::uint64_t refinement_tasks = 0, visibility_tasks = 0, radiosity_tasks = 0, averaging_tasks = 0;
  double emitted = 0;   ///< W
  double absorbed = 0;  ///< W, by the surfaces
  double escaped = 0;   ///< W, out of an open scene

  [[nodiscard]] std::size_t visible() const { return full + partial; }
  [[nodiscard]] std::size_t interactions() const { return full + partial + hidden; }
};
solution_counts count(const solution& s);

/// The patches from which light may leave the scene, or gets behind a surface, as far as 200 rays tell: in an open scene
/// there may be closed rooms.
std::vector<bool> open_patches(const scene& s, const bvh& rays);

/// Whether (nearly) no ray from a surface leaves the scene: of some thousand rays, less than one in a
/// thousand.
bool is_closed(const scene& s, const bvh& rays);

}  // namespace jackdaw::apps::radiosity
