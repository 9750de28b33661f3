#include "cli/replay/replay.hpp"

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <CLI/App.hpp>

#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/recorded_sharing.hpp>
#include <jackdaw/replay/replay.hpp>

#include "apps/support/options/range_option.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "apps/support/text/shown.hpp"
#include "cli/command.hpp"
#include "cli/compare/report/comparison_plot.hpp"
#include "cli/explain/recorded.hpp"
#include "cli/last_steps.hpp"
#include "cli/replay/costs/calibration.hpp"
#include "cli/replay/costs/recorded_costs.hpp"
#include "cli/replay/costs/recording_cost.hpp"
#include "cli/replay/replayed_policy.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

namespace {

constexpr unsigned most_processors = 4096;

/// Milliseconds: a microsecond.
constexpr double least_quantum = 0.001;

/// In each quantum all workers are looked at. Throws input_error when that would take minutes.
void require_few_quanta(double quanta, unsigned workers) {
  constexpr double most = 1e9;
  if (quanta * workers <= most) return;
  throw apps::input_error("--quantum: the run has " + apps::plain(quanta) +
                          " quanta of work; expected at most " + apps::plain(most / workers) + " for " +
                          workers_text(workers) + ": a larger quantum, or fewer workers");
}

struct bounds {
  unsigned least;
  unsigned most;
};

/// "4..8", or "4" for 4..4.
bounds whole_range(std::string_view option, std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const unsigned both = whole_number(option, text, 1, most_processors);
    return {both, both};
  }
  const unsigned least = whole_number(option, text.substr(0, dots), 1, most_processors);
  const unsigned most = whole_number(option, text.substr(dots + 2), 1, most_processors);
  if (least <= most) return {least, most};
  throw apps::input_error(std::string(option) + ' ' + std::string(text) + ": goes down; expected " +
                          std::to_string(most) + ".." + std::to_string(least) +
                          ", from the smaller number to the larger");
}

/// "1,2,6", and 1..64 for 1,2,4,…,64.
std::vector<unsigned> processor_counts(const std::string& list) {
  std::set<unsigned> counts;
  for (const std::string& part : split_list(list)) {
    const bounds both = whole_range("--processors", part);
    for (unsigned count = both.least; count < both.most; count *= 2) counts.insert(count);
    counts.insert(both.most);
  }
  return {counts.begin(), counts.end()};
}

/// What `simulate` returns; refuses the recording in `file` where its tasks wait for each other.
auto replayed_from(const std::string& file, const auto& simulate) {
  try {
    return simulate();
  } catch (const std::invalid_argument& stuck) {
    throw apps::input_error(file + ": " + stuck.what() + "; expected tasks that can all go on");
  }
}

}  // namespace

replay_command::replay_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "replay", "Predicts a recorded run's time on other machines and pools") {
  command_
      ->add_option("file", file_,
                   "A recorded run (jackdaw run --record), or a task grammar: NAME.tg "
                   "(docs/guide/command/grammars.md)")
      ->type_name("RUN.jd|NAME.tg");
  const auto text = [&](const char* option, std::string& value, const char* type, const char* help) {
    command_->add_option(option, value, help)->type_name(type);
  };
  text("--processors", processors_, "P,Q,A..B",
       "Numbers of workers; A..B: A, 2 A, 4 A, ... and B (default 1..64)");
  text("--pools", pools_, "NAMES", "Pools, or all (default: the one of the recording)");
  text("--available", available_, "A..B",
       "An adversary leaves the workers A to B processors, chosen anew in each quantum");
  command_->add_option("--quantum", quantum_, "Milliseconds of a quantum")->capture_default_str();
  command_->add_option("--seed", seed_, "Seed of the adversary's choices, of the pools', and of a grammar's")
      ->capture_default_str();
  text("--output-plot", plot_, "FILE", "Draw the speed-ups (.svg, .png)");
  command_->add_flag("--measure", measure_,
                     "Measure costs on this machine now, even if they are in the recording");
  command_->add_flag("--json", json_, "One JSON object instead of tables");
  const auto cost = [&](std::string_view name, std::optional<double>& value, std::string_view help) {
    command_->add_option("--" + std::string(name), value, std::string(help))
        ->group("Costs in nanoseconds; what is not given is as recorded, else measured now");
  };
  for (std::size_t i = 0; i < given_costs_.size(); ++i)
    cost(replay::named_costs[i].name, given_costs_[i], replay::named_costs[i].meaning);
  cost("event", event_, "Time that the recorder took for an event, which is subtracted");
  command_->add_option(
      "--slower", slower_,
      "How many times as long a task takes while all processors are at work; default: as recorded, else 1");
  grammar_.declare_options(*command_);
}

replay_command::fitted replay_command::fit(const trace::recorded_run& run, replay::costs price) const {
  constexpr double most = 10;  // times what it is in a small program
  if (event_) return {*event_, price};
  const double small = run.event && !measure_ ? *run.event : measured_event();
  const auto how = replayed_policy_if_any(run.pool);
  if (!how || !has_plain_time(run)) return {small, price};
  const auto event = replayed_from(file_, [&] { return fitted_event(run, *how, price, most * small); });
  if (event) return {*event, price};
  const bool is_given = std::ranges::any_of(given_costs_, [](const auto& each) { return each.has_value(); });
  const auto smaller = is_given ? std::nullopt : fitted_costs(run, *how, price, small, most * small);
  if (!smaller) return {small, price};
  for (double replay::costs::* const each : {&replay::costs::put, &replay::costs::get, &replay::costs::lock})
    price.*each *= smaller->part;
  return {smaller->event, price, smaller->part};
}

replay::sharing replay_command::shares_of(const trace::recorded_run& run) const {
  replay::sharing found = replay::recorded_sharing(run);
  if (slower_) found.slower = *slower_;
  return found;
}

replay::costs replay_command::costs_of(const trace::recorded_run& run, const std::string& pool) const {
  replay::costs found;
  if (const auto kept = kept_costs(run, pool); kept && !measure_) {
    found = *kept;
  } else if (!std::ranges::all_of(given_costs_, [](const auto& each) { return each.has_value(); })) {
    found = measured_costs(pool);
  }
  for (std::size_t i = 0; i < given_costs_.size(); ++i) {
    double& price = found.*replay::named_costs[i].value;
    price = given_costs_[i].value_or(price);
  }
  return found;
}

int replay_command::execute() {
  if (file_.empty())
    throw apps::input_error(
        "replay: expected a recorded run (jackdaw run --record RUN.jd), or a task grammar NAME.tg");
  const bool is_grammar = replayed_grammar::is_in(file_);
  if (!is_grammar) grammar_.require_no_option(*command_, file_);
  const auto require_price = [](std::string_view name, const std::optional<double>& value) {
    if (value) apps::require_range("--" + std::string(name), *value, 0, 1e12);
  };
  for (std::size_t i = 0; i < given_costs_.size(); ++i)
    require_price(replay::named_costs[i].name, given_costs_[i]);
  require_price("event", event_);
  apps::require_range("--quantum", quantum_, least_quantum, 1e12);
  if (available_.empty() && command_->get_option("--quantum")->count() != 0)
    throw apps::input_error(
        "--quantum: says how long the adversary's choice lasts; expected --available beside it");
  const std::vector<unsigned> counts = processor_counts(processors_);
  replay::adversary against;
  if (!available_.empty()) {
    const bounds both = whole_range("--available", available_);
    against = {both.least, both.most, 1e6 * quantum_};
  }
  if (slower_) apps::require_range("--slower", *slower_, 1, 1000);
  if (!plot_.empty()) require_plottable(plot_);
  trace::recorded_run run;  // of a grammar: one of which nothing is known but its title
  replay::program of;
  if (is_grammar) {
    of = grammar_.program(file_, seed_);
    run.title = grammar_.title(file_, seed_);
    run.pool = scheduler_choice().pool;
  } else {
    run = complete_run(file_);
  }
  const std::vector<std::string> known = names(pool_lines());
  const bool is_known = std::ranges::find(known, run.pool.substr(0, run.pool.find(':'))) != known.end();
  const bool is_other = pools_.empty() && !replayed_policy_if_any(run.pool);
  const std::vector<std::string> pools = chosen_pools(!pools_.empty() ? pools_
                                                      : is_other      ? scheduler_choice().pool
                                                                      : run.pool);

  for (const std::string& pool : pools)
    static_cast<void>(replayed_policy(pool));  // refused before it measures
  replay_report report;
  {
    progress shown(here_);
    shown.doing("measuring scheduling costs");
    const replay::costs known_price = is_known ? costs_of(run, run.pool) : replay::costs{};
    const auto [event, price, part] = is_grammar ? fitted{0, known_price} : fit(run, known_price);
    if (!is_grammar) of = replay::read_program(run.seen, {event, is_known ? price.put : 0});
    if (event_ && !of.tasks.empty() && !(of.work() > 0))
      throw apps::input_error(apps::quoted(file_) + ": no task took longer than --event " +
                              apps::shown(*event_) + " ns; expected less, or none: then it is found out");
    const replay::sharing shares = shares_of(run);
    if (against.present()) require_few_quanta(of.work() * shares.slower / against.quantum, counts.back());
    const auto has_costs = [&run](const std::string& pool) { return kept_costs(run, pool).has_value(); };
    report = {run.title,
              event,
              of.work(),
              of.span(),
              of.tasks.size(),
              against,
              shares,
              seed_,
              !measure_ && std::ranges::all_of(pools, has_costs),
              is_other ? std::optional(run.pool) : std::nullopt,
              part,
              {}};
    for (const std::string& pool : pools) {
      const replay::policy how = replayed_policy(pool);
      shown.doing(pool);
      report.pools.push_back({pool, pool == run.pool ? price : costs_of(run, pool), {}});
      for (const unsigned count : counts) {
        const replay::machine on{count, report.pools.back().price, against, shares};
        report.pools.back().predictions.push_back(
            {count, replayed_from(file_, [&] { return replay::replay_run(of, how, on, seed_); })});
      }
    }
    shown.stop();
  }
  bool is_written = false;
  last_steps steps;
  if (!plot_.empty()) {
    steps.take([&] {
      write_plot(plot_, report);
      is_written = true;
    });
  }
  if (json_) {
    here_.out << json_text(to_json(report));
  } else {
    print(here_.out, report);
    if (is_written) here_.out << "\nWritten: " << apps::quoted(plot_, 400) << '\n';
  }
  steps.end();
  return done;
}

}  // namespace jackdaw::cli
