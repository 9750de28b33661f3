// KR02's synthetic algorithm: the counts of the paper's table 4, on every catalogued pool.
#include "apps/synthetic/synthetic.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/synthetic/algorithm.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

namespace synthetic_test {

using namespace jackdaw;
using namespace jackdaw::apps;

namespace {

std::unique_ptr<app> prepared(const std::string& options) { return tests::prepared(make_synthetic, options); }

}  // namespace

TEST_CASE("the closed form gives the numbers of tasks of KR02 table 4") {
  const std::pair<int, std::uint64_t> table4[] = {{15, 5149},     {20, 57290},    {25, 635593},
                                                  {30, 7049122},  {31, 11405739}, {32, 18454894},
                                                  {33, 29860667}, {34, 48315596}};
  for (const auto& [k, tasks] : table4) CHECK(synthetic::total(synthetic::expected_tally(k)) == tasks);
}

TEST_CASE("every pool runs exactly the tasks of the closed form") {
  for (const auto& pool : pool_names()) {
    for (const unsigned workers : {1U, 2U, 4U, 8U}) {
      CAPTURE(pool);
      CAPTURE(workers);
      auto scheduler = tests::make_scheduler({.pool = pool, .workers = workers});
      const auto small = prepared("--k 15 --f 1");
      small->run(scheduler);
      CHECK(small->check().passed);
      CHECK(scheduler.tasks() == 5149);
      const auto middle = prepared("--k 20 --f 0");
      middle->run(scheduler);
      CHECK(middle->check().passed);
      CHECK(scheduler.tasks() == 5149 + 57290);
    }
  }
}

TEST_CASE("large runs: k = 25 on every pool, k = 30 on two workers") {
  if (tests::sanitized) return;  // 200 million tasks
  for (const auto& pool : pool_names()) {
    CAPTURE(pool);
    auto scheduler = tests::make_scheduler({.pool = pool, .workers = 2});
    const auto large = prepared("--k 25 --f 0");
    large->run(scheduler);
    CHECK(large->check().passed);
    const auto largest = prepared("--k 30 --f 0");
    largest->run(scheduler);
    CHECK(largest->check().passed);
    CHECK(scheduler.tasks() == 635593 + 7049122);
  }
}

TEST_CASE("the serial reference does the same work") {
  const auto reference = prepared("--k 20 --f 0");
  CHECK(reference->run_serial() > 0);
  CHECK(reference->check().passed);
  CHECK(reference->counts()["unit_nanoseconds"].get<double>() > 0);
}

TEST_CASE("options out of range are refused in one line") {
  CHECK_THROWS_WITH(prepared("--k 0"), "--k 0: expected a whole number from 1 to 60");
  CHECK_THROWS_WITH(prepared("--k 61"), "--k 61: expected a whole number from 1 to 60");
  CHECK_THROWS_WITH(prepared("--f -1"), "--f -1: expected a whole number from 0 to 1000000");
}

}  // namespace synthetic_test
