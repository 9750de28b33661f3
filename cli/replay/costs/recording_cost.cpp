#include "cli/replay/costs/recording_cost.hpp"

#include <algorithm>
#include <cmath>

#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/replay.hpp>

namespace jackdaw::cli {

namespace {

constexpr double close_enough = 0.01;     // of the run's time
constexpr double most_unexplained = 0.2;  // of what is too much
constexpr int most_tries = 24;
constexpr double about_right = 0.9;  // of what the replay takes

}  // namespace

bool has_plain_time(const trace::recorded_run& run) { return run.plain != 0 && run.seen.workers.size() == 1; }

std::optional<double> fitted_event(const trace::recorded_run& run, const replay::policy& how,
                                   const replay::costs& price, double most) {
  const auto plain = static_cast<double>(run.plain);
  const auto excess = [&](double event) {
    const replay::program of = replay::read_program(run.seen, {event, price.put});
    return replay::replay_run(of, how, {.workers = 1, .price = price}, 1).nanoseconds - plain;
  };
  const double enough = close_enough * plain;
  double low = 0;
  double at_low = excess(low);
  if (at_low <= enough) return 0;
  double high = most;
  double at_high = excess(high);
  if (at_high > most_unexplained * at_low) return std::nullopt;
  if (at_high > enough) return high;  // what is left are single pieces that something else has disturbed
  // The excess falls, ever more slowly, as pieces of tasks come to nothing: chords lead to where it vanishes, and halving
  // where it has stopped to fall.
  for (int tries = 0; tries < most_tries && std::abs(at_high) > enough; ++tries) {
    const double part = tries % 2 == 0 ? at_low / (at_low - at_high) : 0.5;
    const double between = low + (high - low) * part;
    const double found = excess(between);
    (found > enough ? low : high) = between;
    (found > enough ? at_low : at_high) = found;
  }
  return high;
}

std::optional<smaller_costs> fitted_costs(const trace::recorded_run& run, const replay::policy& how,
                                          const replay::costs& price, double event, double most) {
  const replay::program of = replay::read_program(run.seen, {event, price.put});
  const double all = replay::replay_run(of, how, {.workers = 1, .price = price}, 1).nanoseconds;
  if (!(static_cast<double>(run.plain) < about_right * all)) return std::nullopt;
  const auto plain = static_cast<double>(run.plain);
  const double part = plain / all;
  const auto work = [&](double taken) {
    return replay::read_program(run.seen, {taken, part * price.put}).work();
  };
  // Single pieces that something else has disturbed stay, and leave less for the costs.
  const double aim = std::max(part * of.work(), work(most));
  if (aim >= plain) return std::nullopt;
  double low = event;
  double high = most;
  for (int tries = 0; tries < most_tries; ++tries) {
    const double between = low + (high - low) / 2;
    (work(between) > aim ? low : high) = between;
  }
  return smaller_costs{high, (plain - aim) / (all - of.work())};
}

}  // namespace jackdaw::cli
