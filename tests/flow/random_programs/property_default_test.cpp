// Random programs on the default scheduler.
#include <cstdint>

#include <doctest/doctest.h>

#include <jackdaw/worker/default_scheduler.hpp>

#include "tests/flow/random_programs/program_checks.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

TEST_CASE("random programs on the default scheduler") {
  std::uint64_t seed = tests::first_seed() + 1'000'000;
  for (unsigned workers = 1; workers <= 8; ++workers) {
    CAPTURE(workers);
    scheduler sched(workers);
    tests::check_programs(sched, seed, static_cast<int>(tests::scaled_seeds(tests::scaled(5'000))),
                          static_cast<int>(tests::scaled_seeds(tests::scaled(150))),
                          tests::share::of_default);
  }
}
