#include "cli/reproduce/replayed/replayed_rounds.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/replay.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/replay/costs/calibration.hpp"
#include "cli/replay/costs/recording_cost.hpp"
#include "cli/replay/replayed_policy.hpp"
#include "cli/replay/whole_recording.hpp"
#include "cli/reproduce/parts/compared_parts.hpp"
#include "cli/schedulers.hpp"

namespace jackdaw::cli {

namespace {

using subject = paper_result::subject;

std::vector<std::string> all_pools(const paper_result& result) {
  std::vector<std::string> all = result.pools;
  if (result.of == subject::pools) all.insert(all.end(), result.added.begin(), result.added.end());
  return all;
}

/// What a round has found on the default pool.
struct recorded_round {
  trace::recorded_run run;
  double event;
};

/// The rounds of one result.
class replaying {
 public:
  replaying(const paper_result& result, apps::app& app) : result_(result), app_(app) {
    found_.app = result.app;
    found_.input = app.input();
  }

  /// One worker first: the base of speed-ups.
  void plan(const std::vector<unsigned>& workers) {
    std::vector<unsigned> counts{1};
    std::ranges::copy_if(workers, std::back_inserter(counts), [](unsigned each) { return each != 1; });
    for (const unsigned count : counts) {
      for (const std::string& pool : all_pools(result_)) {
        for (const std::string& manager : result_.managers)
          found_.results.push_back({.choice = resolved({.pool = pool, .memory = manager, .workers = count}),
                                    .seconds = {},
                                    .line = {}});
      }
    }
  }

  void round(std::uint64_t seed, progress& shown) {
    shown.doing(found_.app + ": recording a run on one worker");
    const recorded_round now = recorded();
    const replay::costs price = measured_costs(now.run.pool);
    const replay::program of = replay::read_program(now.run.seen, {now.event, price.put});
    std::map<std::pair<std::string, std::string>, replay::costs> prices;
    std::size_t step = 0;
    for (measurement& each : found_.results) {
      const scheduler_choice& choice = each.choice;
      shown.doing(found_.app + " replayed on " + choice.pool + ", " + std::to_string(choice.workers), ++step,
                  found_.results.size());
      const auto [place, is_new] = prices.try_emplace({choice.pool, choice.memory});
      if (is_new) place->second = measured_costs(choice.pool, choice.memory);
      const replay::machine on{.workers = choice.workers, .price = place->second};
      try {
        const auto predicted = replay::replay_run(of, replayed_policy(choice.pool), on, seed);
        each.seconds.push_back(1e-9 * predicted.nanoseconds);
        each.tasks = predicted.tasks;
      } catch (const std::invalid_argument& stuck) { refuse(stuck.what()); }
    }
  }

  [[nodiscard]] comparison take() { return std::move(found_); }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw apps::input_error("--replay: " + found_.app + ": " + why +
                            "; expected a run whose tasks can be scheduled again");
  }

  void check() {
    const apps::verdict verdict = app_.check();
    for (measurement& each : found_.results) {
      if (each.correct) each.line = verdict.line;
      each.correct = each.correct && verdict.passed;
    }
  }

  [[nodiscard]] recorded_round recorded() {
    const scheduler_choice on = resolved({.workers = 1});
    double plain = 0;
    std::uint64_t tasks = 0;
    {
      any_scheduler scheduler = open_scheduler(on);
      plain = app_.run(scheduler);
      scheduler.await_rest();
      tasks = scheduler.tasks();
    }
    check();
    recorded_round now{.run = {.title = found_.app, .pool = on.pool, .seen = {}}, .event = measured_event()};
    now.run.seen = whole_recording(app_, on, tasks, "--replay: " + found_.app);
    check();
    if (!now.run.seen.has_task()) refuse("no task was recorded");
    now.run.plain = static_cast<std::uint64_t>(1e9 * plain);
    constexpr double most = 10;  // times what an event takes in a small program
    if (has_plain_time(now.run))
      now.event = fitted_event(now.run, replayed_policy(on.pool), measured_costs(on.pool), most * now.event)
                      .value_or(now.event);
    return now;
  }

  const paper_result& result_;
  apps::app& app_;
  comparison found_;
};

}  // namespace

std::vector<unsigned> beyond_here(const std::vector<unsigned>& workers) {
  std::vector<unsigned> beyond;
  std::ranges::copy_if(workers, std::back_inserter(beyond),
                       [here = base::cpu_budget::affinity()](unsigned each) { return each > here; });
  return beyond;
}

void require_replayable(const paper_result& result) {
  const auto refuse = [&](const std::string& why) {
    throw apps::input_error("--replay: " + std::string(result.name) + ' ' + why);
  };
  if (result.of == subject::managers)
    refuse("compares memory managers, which replays do not simulate; expected a result that compares pools");
  if (result.of == subject::policies)
    refuse("compares idle policies, which replays do not simulate; expected a result that compares pools");
  if (result.is_crowded)
    refuse("is about more workers than processors, and replays have a processor for each; expected another");
  for (const std::string& pool : all_pools(result)) {
    if (!replayed_policy_if_any(pool))
      refuse("has the pool " + pool +
             ", for which replays have no policy; expected pools of `jackdaw replay`");
  }
}

comparison replayed_rounds(const paper_result& result, apps::app& app, const std::vector<unsigned>& workers,
                           unsigned repeat, progress& shown) {
  replaying all(result, app);
  all.plan(workers);
  for (unsigned round = 1; round <= repeat; ++round) all.round(round, shown);
  return all.take();
}

}  // namespace jackdaw::cli
