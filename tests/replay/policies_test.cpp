// How replays tell pools apart that differ in their locks, and in what they hide.
#include <doctest/doctest.h>

#include <jackdaw/replay/replay.hpp>

#include "tests/replay/made_programs.hpp"

namespace policies_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using replay::policy_of;
using replay::program;
using replay::replay_run;

TEST_CASE("pools that the papers tell apart by their locks differ at the same prices, as there") {
  const replay::costs price{20, 20, 15, 10, 50, 0, 50, 20};
  const auto time_of = [&](const program& what, const char* pool, unsigned workers) {
    return replay_run(what, *policy_of(pool), {workers, price}).nanoseconds;
  };
  const program few = fed(1, 3000, 400);
  const program more = fed(4, 1000, 400);
  for (const unsigned workers : {8U, 16U}) {
    CAPTURE(workers);
    // KR02 section 3.5: an additional queue for each worker, so that fewer wait at a lock.
    CHECK(time_of(few, "dq4", workers) < time_of(few, "dq2", workers));
    // KR02 section 4.2: with single tasks locked, an owner and a thief do not wait for each other.
    CHECK(time_of(few, "dq6", workers) < time_of(few, "dq5", workers));
    // KR02 section 8.1: with more processors sq3 and sq4 do better than sq1.
    CHECK(time_of(more, "sq3", workers) < time_of(more, "sq1", workers));
    CHECK(time_of(more, "sq4", workers) < time_of(more, "sq1", workers));
  }
  // Both locks are needed for a last task: two that put and take one task at a time gain nothing.
  const program alone = independent(1);
  CHECK(time_of(alone, "sq4", 2) == time_of(alone, "sq1", 2));
}

TEST_CASE("atp2 hides tasks behind a long one, atp does not; and gives them up when its owner looks again") {
  // HR10 section 3: tasks in the private area cannot be stolen, which limits parallelism.
  const program behind = fed(1, 40, 1000, 20000);
  const auto time_of = [](const program& what, const char* pool, unsigned workers) {
    return replay_run(what, *policy_of(pool), {workers}).nanoseconds;
  };
  CHECK(time_of(behind, "atp", 41) == doctest::Approx(20400));
  CHECK(time_of(behind, "atp", 8) == doctest::Approx(20400));
  CHECK(time_of(behind, "atp2", 8) > 21400);
  // With nothing to do in between, what was private is public at the owner's next look.
  const program looked = fed(1, 200, 1000);
  for (const unsigned workers : {2U, 4U, 8U, 41U}) {
    CAPTURE(workers);
    CHECK(time_of(looked, "atp2", workers) <= time_of(looked, "atp", workers) + 2000);
  }
  CHECK(time_of(independent(4000), "atp2", 8) == doctest::Approx(50000));  // all are there at the start
}

}  // namespace policies_test
