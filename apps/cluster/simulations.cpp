#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "apps/cluster/program.hpp"
#include "apps/cluster/results.hpp"
#include "apps/nbody/check.hpp"
#include "apps/nbody/ranks.hpp"
#include "apps/shallow_water/check.hpp"
#include "apps/shallow_water/ranks.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/options/range_option.hpp"

namespace jackdaw::apps::cluster_programs {

void nbody_program::declare_options(CLI::App& command) {
  command.add_option("--n", particles_, "Particles")
      ->type_name(whole_numbers(1, 100'000))
      ->capture_default_str();
  command.add_option("--block", block_, "Particles in a block")
      ->type_name(whole_numbers(1, 100'000))
      ->capture_default_str();
  command.add_option("--steps", steps_, "Steps of time")
      ->type_name(whole_numbers(1, 1'000'000))
      ->capture_default_str();
}

bool nbody_program::run(cluster::world& all) {
  constexpr double step = 0.005;
  std::vector<nbody::block> blocks = nbody::starting_blocks({.n = particles_}, block_);
  const nbody::measured start = nbody::measure(blocks, step);
  nbody::blocks_over_ranks<cluster::world> cut(all, blocks);
  const run_time taken(all);
  cut.run(nbody::pairs_by_rounds(blocks.size()), steps_, step);
  const double seconds = taken.seconds();
  cut.copy_to(blocks);
  const nbody::errors off = nbody::errors_of(blocks, start, steps_, step);
  print_title(all, "nbody", seconds, kind_of_program::flow);
  print_error(all, "error", std::max({off.forces, off.energy, off.momentum, off.angular_momentum}),
              off.passed());
  return off.passed();
}

void shallow_water_program::declare_options(CLI::App& command) {
  command.add_option("--nodes", nodes_, "Nodes, about")
      ->type_name(whole_numbers(162, 655'362))
      ->capture_default_str();
  command.add_option("--block", block_, "Nodes in a block; at least as many as stencils reach")
      ->type_name(whole_numbers(1, 655'362))
      ->capture_default_str();
  command.add_option("--days", days_, "Days of the weather")->capture_default_str();
}

bool shallow_water_program::run(cluster::world& all) {
  require_range("--days", days_, 0.01, 1000);
  using namespace shallow_water;
  const flow_case flow(flow_case::steady, 0.5);
  sphere on = make_nodes(nearest_parts(nodes_));
  weigh(on);
  const double crossed = spacing(on.count()) * earth_radius / flow.fastest_wave();  // in s, by a wave
  const auto steps = static_cast<std::size_t>(std::ceil(days_ * day / crossed));
  const blocks cut(on.count(), std::max<std::size_t>(block_, on.reach));
  const model of(std::move(on), flow, days_ * day / static_cast<double>(steps));
  blocks_over_ranks<cluster::world> water(all, of, cut);
  const run_time taken(all);
  water.run(steps);
  const double seconds = taken.seconds();
  const errors off = errors_of(of, water.take(), steps);
  print_title(all, "shallow_water", seconds, kind_of_program::flow);
  print_error(all, "error", off.largest, off.passed());
  return off.passed();
}

}  // namespace jackdaw::apps::cluster_programs
