// Programs of the applications over ranks and, the same source, on one machine: equal to the last bit.
#include <cstddef>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "apps/cholesky/check.hpp"
#include "apps/cholesky/ranks.hpp"
#include "apps/heat/modes.hpp"
#include "apps/heat/ranks.hpp"
#include "apps/nbody/ranks.hpp"
#include "apps/shallow_water/faces/blocks.hpp"
#include "apps/shallow_water/ranks.hpp"
#include "tests/cluster/rank_main.hpp"

namespace cholesky = jackdaw::apps::cholesky;
namespace heat = jackdaw::apps::heat;
namespace nbody = jackdaw::apps::nbody;
namespace shallow_water = jackdaw::apps::shallow_water;

namespace {

template <class Place>
jackdaw::apps::matrix factor_of(Place& place, jackdaw::apps::matrix a, std::size_t block) {
  const cholesky::tiled cut{a.all(), block};
  cholesky::tiles_over_ranks<Place> tiles(place, cut);
  tiles.factor();
  tiles.copy_to(cut);
  return a;
}

template <class Place>
heat::plate after(Place& place, heat::plate p, std::size_t steps, std::size_t strips) {
  heat::strips_over_ranks<Place> cut(place, p, strips);
  cut.run(steps);
  cut.copy_to(p);
  return p;
}

template <class Place>
std::vector<nbody::block> after(Place& place, std::vector<nbody::block> all, std::size_t steps) {
  nbody::blocks_over_ranks<Place> cut(place, all);
  cut.run(nbody::pairs_by_rounds(all.size()), steps, 0.005);
  cut.copy_to(all);
  return all;
}

template <class Place>
std::vector<shallow_water::fields> after(Place& place, const shallow_water::model& of, std::size_t block,
                                         std::size_t steps) {
  shallow_water::blocks_over_ranks<Place> cut(place, of, shallow_water::blocks(of.count(), block));
  cut.run(steps);
  return cut.take();
}

}  // namespace

TEST_CASE("Cholesky: the factor over ranks is that of one machine to the last bit, and right") {
  const jackdaw::apps::matrix a = cholesky::dominant_matrix(190, 7);
  const jackdaw::apps::matrix over_ranks = factor_of(here(), a, 32);
  jackdaw::cluster::one_machine alone(2);
  const jackdaw::apps::matrix on_one = factor_of(alone, a, 32);
  for (std::size_t column = 0; column < a.n(); ++column)
    for (std::size_t row = column; row < a.n(); ++row)
      REQUIRE(over_ranks.at(row, column) == on_one.at(row, column));
  CHECK(cholesky::residual(a, over_ranks) < 1e-12);
}

TEST_CASE("heat: over ranks, on one machine and serially the same to the last bit") {
  const heat::plate start = heat::initial(60, 41);
  heat::plate serial = start;
  heat::run_serially(serial, 40);
  CHECK(after(here(), start, 40, 9).temperatures() == serial.temperatures());
  jackdaw::cluster::one_machine alone(2);
  CHECK(after(alone, start, 40, 9).temperatures() == serial.temperatures());
}

TEST_CASE("nbody: over ranks, on one machine and serially the same to the last bit") {
  for (const std::size_t size : {7U, 50U}) {  // many blocks, and one
    const std::vector<nbody::block> start = nbody::starting_blocks({.n = 50}, size);
    std::vector<nbody::block> serial = start;
    nbody::run_blocks(serial, nbody::pairs_by_rounds(start.size()), 6, 0.005);
    CHECK(after(here(), start, 6) == serial);
    jackdaw::cluster::one_machine alone(2);
    CHECK(after(alone, start, 6) == serial);
  }
}

TEST_CASE("shallow water: over ranks, on one machine and serially the same to the last bit") {
  shallow_water::sphere on = shallow_water::make_nodes(8);
  shallow_water::weigh(on);
  const std::size_t reach = on.reach;
  const shallow_water::model of(std::move(on), shallow_water::flow_case(shallow_water::flow_case::mountain),
                                600);
  shallow_water::run_state all(of);
  shallow_water::run_serially(all, 6);
  const std::vector<shallow_water::fields> serial = all.take();
  for (const std::size_t block : {reach, of.count()}) {  // as small as stencils allow, and one
    CHECK(after(here(), of, block, 6) == serial);
    jackdaw::cluster::one_machine alone(2);
    CHECK(after(alone, of, block, 6) == serial);
  }
}
