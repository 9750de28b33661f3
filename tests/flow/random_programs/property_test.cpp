// Random programs on all pools.
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/flow/random_programs/program_checks.hpp"
#include "tests/support/pools.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

TEST_CASE("random programs do what the interpreter says") {
  std::vector<scheduler_choice> choices;
  unsigned large = 4;  // of the large numbers of workers each pool tries one
  std::string last;
  tests::for_each_choice({1, 2, 3, 4, 5, 6, 7, 8}, [&](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool) ||
        (choice.workers > 3 && (choice.workers != large || choice.pool == last)))
      return;
    choices.push_back(choice);
    if (choice.workers <= 3) return;
    large = large == 8 ? 4 : large + 1;
    last = choice.pool;
  });
  const int programs = static_cast<int>(tests::scaled_seeds(tests::scaled(60'000)) / choices.size()) + 1;
  const int programs_together = static_cast<int>(tests::scaled_seeds(tests::scaled(10)));
  std::uint64_t seed = tests::first_seed() + 1;
  for (const auto& choice : choices) {
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    tests::check_programs(sched, seed, programs, programs_together, tests::share::of_pools);
  }
}
