// What an event cost, from the time of the run without the recorder.
#include "cli/replay/costs/recording_cost.hpp"

#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <jackdaw/replay/policy.hpp>
#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/replay.hpp>

namespace recording_cost_test {

using namespace jackdaw;
using trace::event;
using trace::what;

namespace {

constexpr replay::costs price{.put = 5, .get = 7};

/// One task puts `many` others, one after the other; each of them takes `length`, and each event `cost` besides.
trace::recorded_run run_of(int many, std::uint64_t length, std::uint64_t cost) {
  trace::recording seen;
  seen.kinds = {{"task", ""}};
  auto& events = seen.workers.emplace_back();
  std::uint64_t now = 0;
  const auto happens = [&](what happened, std::uint32_t subject, std::uint32_t other) {
    events.emplace_back(now, happened, subject, other);
    now += cost;
  };
  happens(what::created, 1, 0);
  happens(what::busy, 0, 0);
  happens(what::started, 1, 0);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(many); ++i) {
    now += 5;  // price.put
    happens(what::created, 2 + i, 1);
  }
  happens(what::finished, 1, 0);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(many); ++i) {
    happens(what::started, 2 + i, 0);
    now += length;
    happens(what::finished, 2 + i, 0);
  }
  happens(what::idle, 0, 0);
  return {"run", "dq8", seen};
}

double predicted(const trace::recorded_run& run, double event) {
  const replay::program of = replay::read_program(run.seen, {event, price.put});
  return replay::replay_run(of, *replay::policy_of("dq8"), {.workers = 1, .price = price}, 1).nanoseconds;
}

}  // namespace

TEST_CASE("the replay on one worker takes as long as the run without the recorder") {
  for (const std::uint64_t length : {0U, 40U, 500U, 100'000U}) {
    for (const std::uint64_t cost : {0U, 3U, 50U, 400U}) {
      CAPTURE(length);
      CAPTURE(cost);
      trace::recorded_run run = run_of(200, length, cost);
      CHECK(!cli::has_plain_time(run));
      run.plain = static_cast<std::uint64_t>(predicted(run_of(200, length, 0), 0));
      CHECK(cli::has_plain_time(run));
      const auto event = cli::fitted_event(run, *replay::policy_of("dq8"), price, 1000);
      REQUIRE(event.has_value());
      CHECK(*event >= 0);
      CHECK(predicted(run, *event) == doctest::Approx(static_cast<double>(run.plain)).epsilon(0.02));
    }
  }
}

TEST_CASE(
    "where the run without it was no shorter, it cost nothing; where it was far shorter, something else "
    "did") {
  trace::recorded_run run = run_of(200, 100, 20);
  run.plain = 100'000'000;
  CHECK(cli::fitted_event(run, *replay::policy_of("dq8"), price, 1000) == 0);
  run = run_of(200, 100'000, 20);
  run.plain = 1;  // as if the tasks took no time at all
  CHECK(!cli::fitted_event(run, *replay::policy_of("dq8"), price, 1000));
  run = run_of(200, 100, 20);
  run.plain = static_cast<std::uint64_t>(predicted(run_of(200, 100, 0), 0));
  CHECK(cli::fitted_event(run, *replay::policy_of("dq8"), price, 30));
  CHECK(cli::fitted_event(run, *replay::policy_of("dq8"), price, 18) == 18);
  CHECK(!cli::fitted_event(run, *replay::policy_of("dq8"), price, 10));
  run.seen.workers.emplace_back();
  CHECK(!cli::has_plain_time(run));
}

TEST_CASE("where puts and gets alone are more than the run took, costs and work become smaller alike") {
  const replay::policy& how = *replay::policy_of("dq8");
  trace::recorded_run run = run_of(200, 10, 20);
  const double all = predicted(run, 20);
  run.plain = static_cast<std::uint64_t>(all / 4);
  const auto found = cli::fitted_costs(run, how, price, 20, 200);
  REQUIRE(found.has_value());
  CHECK(found->part == doctest::Approx(0.25).epsilon(0.01));
  CHECK(found->event > 20);
  const replay::costs smaller{.put = found->part * price.put, .get = found->part * price.get};
  const replay::program of = replay::read_program(run.seen, {found->event, smaller.put});
  CHECK(replay::replay_run(of, how, {.workers = 1, .price = smaller}, 1).nanoseconds ==
        doctest::Approx(all / 4).epsilon(0.02));
  run.plain = static_cast<std::uint64_t>(0.95 * all);  // about right as it is
  CHECK(!cli::fitted_costs(run, how, price, 20, 200));
  run = run_of(200, 100'000, 20);
  run.plain = 1;  // the work cannot be so small
  CHECK(!cli::fitted_costs(run, how, price, 20, 200));
}

}  // namespace recording_cost_test
