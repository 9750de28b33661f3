#include <algorithm>
#include <cstddef>

#include "apps/cholesky/check.hpp"
#include "apps/cholesky/ranks.hpp"
#include "apps/cluster/program.hpp"
#include "apps/cluster/results.hpp"
#include "apps/heat/modes.hpp"
#include "apps/heat/ranks.hpp"
#include "apps/support/options/number.hpp"

namespace jackdaw::apps::cluster_programs {

void cholesky_program::declare_options(CLI::App& command) {
  command.add_option("--rows", rows_, "Rows of the matrix")
      ->type_name(whole_numbers(1, 20'000))
      ->capture_default_str();
  command.add_option("--block", block_, "Rows of a tile")
      ->type_name(whole_numbers(1, 20'000))
      ->capture_default_str();
}

bool cholesky_program::run(cluster::world& all) {
  const matrix a = cholesky::dominant_matrix(rows_, 1);
  matrix factor = a;
  const cholesky::tiled cut{factor.all(), block_};
  cholesky::tiles_over_ranks<cluster::world> tiles(all, cut);
  const run_time taken(all);
  tiles.factor();
  const double seconds = taken.seconds();
  tiles.copy_to(cut);
  const double error = cholesky::residual(a, factor);
  print_title(all, "cholesky", seconds, kind_of_program::flow);
  print_error(all, "residual", error, error < 1e-12);
  return error < 1e-12;
}

void heat_program::declare_options(CLI::App& command) {
  command.add_option("--rows", rows_, "Rows of points")
      ->type_name(whole_numbers(1, 20'000))
      ->capture_default_str();
  command.add_option("--columns", columns_, "Points of a row")
      ->type_name(whole_numbers(1, 20'000))
      ->capture_default_str();
  command.add_option("--steps", steps_, "Steps of time")
      ->type_name(whole_numbers(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--strips", strips_, "Strips of rows")
      ->type_name(whole_numbers(1, 1000))
      ->capture_default_str();
}

bool heat_program::run(cluster::world& all) {
  heat::plate found = heat::initial(rows_, columns_);
  heat::strips_over_ranks<cluster::world> strips(all, found, std::min(strips_, rows_));
  const run_time taken(all);
  strips.run(steps_);
  const double seconds = taken.seconds();
  strips.copy_to(found);
  const double error = heat::difference(
      found, heat::superposed(rows_, columns_, [&](const heat::mode& m, const heat::plate& p) {
        return heat::left_by_scheme(m, p, steps_);
      }));
  print_title(all, "heat", seconds, kind_of_program::flow);
  print_error(all, "error", error, error < 1e-9);
  return error < 1e-9;
}

}  // namespace jackdaw::apps::cluster_programs
