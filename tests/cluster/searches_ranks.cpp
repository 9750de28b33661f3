// Searches on all ranks: placements of queens counted exactly, and the best packing found, whose value has spread.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/knapsack/exact.hpp"
#include "apps/knapsack/instance.hpp"
#include "apps/knapsack/ranks.hpp"
#include "apps/nqueens/ranks.hpp"
#include "apps/nqueens/solutions.hpp"
#include "tests/cluster/rank_main.hpp"

namespace knapsack = jackdaw::apps::knapsack;
namespace nqueens = jackdaw::apps::nqueens;

TEST_CASE("nqueens: exact on all ranks") {
  jackdaw::cluster::pool p(here());
  for (const int queens : {2, 3, 8, 11}) {
    const auto n = static_cast<std::int16_t>(queens);
    const auto found = p.reduction_of<std::uint64_t>();
    p.run(
        nqueens::place_first{{found, nqueens::board_of(n), static_cast<std::int16_t>(n > 4 ? n - 4 : 1)}, n});
    CHECK(p.result(found) == nqueens::solutions[static_cast<std::size_t>(n) - 1]);
  }
}

TEST_CASE("knapsack: the best packing of all ranks is the optimum, and all know its value") {
  for (const char* const kind : {"strong", "weak", "uncorrelated", "sums"}) {
    CAPTURE(kind);
    const knapsack::instance all = knapsack::generate(kind, 40, 1000, 3);
    jackdaw::cluster::pool p(here());
    const knapsack::search_anywhere in{p.keep(knapsack::packing(all)), p.best_of(std::int64_t{0}),
                                       p.reduction_of<knapsack::found_packing>(),
                                       p.reduction_of<std::uint64_t>(), 50};
    p.run(knapsack::explore_all{in, all.capacity});

    const std::int64_t value = p.result(in.value);
    CHECK(value == knapsack::exact_value(all));
    const knapsack::found_packing best = p.result(in.found, &knapsack::found_packing::better);
    CHECK(best.value == value);
    std::int64_t profit = 0;
    std::int64_t weight = 0;
    for (const std::uint32_t i : knapsack::packed_items(knapsack::packing(all), best.left_out, best.end)) {
      profit += all.items[i].profit;
      weight += all.items[i].weight;
    }
    CHECK(profit == value);
    CHECK(weight <= all.capacity);
  }
}
