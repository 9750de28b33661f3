#include "cli/compare/compare.hpp"

#include <algorithm>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "apps/support/files/named_files.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/command.hpp"
#include "cli/compare/finals.hpp"
#include "cli/compare/multiprogrammed.hpp"
#include "cli/compare/overview.hpp"
#include "cli/compare/report/comparison_plot.hpp"
#include "cli/compare/report/comparison_report.hpp"
#include "cli/last_steps.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"
#include "cli/uninterrupted.hpp"

namespace jackdaw::cli {

namespace {

/// Throws input_error unless all choices have the same parts: threads use none of them, and none of them is faster.
void require_one_kind(const comparison_plan& plan) {
  const scheduler_choice& first = plan.choices.front();
  for (const scheduler_choice& each : plan.choices) {
    if (each.pool != first.pool || each.memory != first.memory || each.idle != first.idle)
      throw apps::input_error(
          "--face threads: threads run on no pool, so there is nothing to compare; expected one pool, memory "
          "manager and idle policy, such as --pools " +
          scheduler_choice().pool);
  }
}

}  // namespace

compare_command::compare_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "compare", "Measures an application on several pools, side by side"),
      memory_(scheduler_choice().memory),
      idle_(scheduler_choice().idle),
      workers_(by_budget),
      app_(*command_, here,
           [this](CLI::App& command) {
             declare(command);
             declare_for_one(command);
           }),
      all_(command_->add_subcommand("all", "Every application on its usual input, in one table")) {
  all_->add_option("--apps", apps_, "Applications, of `jackdaw list apps`")
      ->type_name("NAMES|all")
      ->capture_default_str();
  all_->add_option("--finals", finals_,
                   "Afterwards so many runs of the default pool and of the three best others, to measure by "
                   "how much they differ; 0: none")
      ->type_name("R")
      ->capture_default_str()
      ->group("Options of the measurement");
  declare(*all_);
}

void compare_command::declare(CLI::App& command) {
  const std::string schedulers = "Options of the schedulers (lists: a,b,c)";
  const auto list = [&](const char* option, std::string& value, const char* help) {
    command.add_option(option, value, help)->type_name("NAMES|all")->capture_default_str()->group(schedulers);
  };
  list("--pools", pools_, "Task pools, of `jackdaw list pools`, with values or several: sq1,dq8:2,4,8");
  pool_options_.push_back(command.get_option("--pools"));
  list("--memory", memory_, "Memory managers, of `jackdaw list managers`");
  list("--idle", idle_, "Idle policies, of `jackdaw list idle`");
  command
      .add_option("--workers", workers_,
                  "Numbers of workers; budget: powers of two up to JACKDAW_WORKERS, or else to the "
                  "processors this process may use")
      ->type_name("P,Q,R")
      ->capture_default_str()
      ->group(schedulers);

  placing_.declare(command, schedulers);

  const std::string measuring = "Options of the measurement";
  command.add_option("--repeat", repeat_, "Runs of each combination, one in every round")
      ->type_name("R")
      ->capture_default_str()
      ->group(measuring);
  command.add_flag("--no-warm-up", no_warm_up_, "Count the first round, too")->group(measuring);
  command
      .add_option(
          "--by", by_,
          "Which of its times counts: median, or least, which is steadier on a machine that changes its "
          "speed")
      ->type_name("median|least")
      ->capture_default_str()
      ->group(measuring);
  command
      .add_flag("--counters", counters_,
                "Show what the workers did in a run: steals, waits for locks, sleep. Clocks are read where "
                "workers wait")
      ->group(measuring);
  command.add_flag("--json", json_, "One JSON object instead of the table")->group(measuring);
  command.add_flag("--csv", csv_, "Comma-separated values instead of the table")->group(measuring);
}

void compare_command::declare_for_one(CLI::App& command) {
  const std::string measuring = "Options of the measurement";
  command.add_flag("--no-serial", no_serial_, "Leave out the serial program and the speed-up")
      ->group(measuring);
  command
      .add_flag("--multiprogrammed", multiprogrammed_,
                "More workers than processors, other programs beside, less of the machine: times relative to "
                "each pool's best alone. Preset: "
                "--pools jackdaw, --workers up to 8 for each processor")
      ->group(measuring);
  command.add_option("--output-plot", plot_, "Draw time and speed-up; FILE ends in .svg or .png")
      ->type_name("FILE")
      ->group(measuring);
}

comparison_plan compare_command::plan() const {
  const bool pools_given =
      std::ranges::any_of(pool_options_, [](const CLI::Option* option) { return option->count() > 0; });
  const auto pools =
      multiprogrammed_ && !pools_given ? std::vector<std::string>{"jackdaw"} : chosen_pools(pools_);
  const auto managers = chosen_names(memory_names, memory_, names(memory_lines()));
  const auto idles = chosen_names(idle_names, idle_, names(idle_lines()));
  comparison_plan plan;
  const scheduler_options placed = placing_.chosen();
  const auto counts = workers_ != by_budget ? worker_counts(workers_)
                      : multiprogrammed_    ? crowd_counts(default_workers())
                                            : budget_counts(default_workers());
  for (const unsigned workers : counts) {
    for (const auto& pool : pools) {
      for (const auto& memory : managers) {
        std::set<std::string> policies;
        for (const auto& idle : idles) {
          scheduler_choice choice = resolved({pool, memory, idle, workers, placed});
          if (policies.insert(choice.idle).second) plan.choices.push_back(std::move(choice));
        }
      }
    }
  }
  plan.repeat = whole_number("--repeat", repeat_, 1, most_repetitions);
  plan.warm_up = !no_warm_up_;
  plan.serial = !no_serial_ && !all_->parsed();
  plan.by = estimate_named(by_);
  plan.counters = counters_;
  if (!all_->parsed() && app_.is_without_tasks()) require_one_kind(plan);
  return plan;
}

int compare_command::execute() {
  if (counters_ && (csv_ || multiprogrammed_ || all_->parsed()))
    throw apps::input_error("--counters: expected one application, and neither --csv nor --multiprogrammed");
  if (json_ && csv_) throw apps::input_error("--json and --csv: expected one of the two");
  if (multiprogrammed_) return execute_among_others();
  return all_->parsed() ? execute_all() : execute_one();
}

int compare_command::execute_among_others() {
  if (all_->parsed() || csv_ || !plot_.empty())
    throw apps::input_error(
        "--multiprogrammed: expected one application, and neither --csv nor --output-plot");
  const comparison_plan planned = plan();
  std::vector<contender> contenders;
  std::set<unsigned> counts;
  for (const scheduler_choice& each : planned.choices) {
    counts.insert(each.workers);
    if (each.workers != planned.choices.front().workers) continue;
    std::string name = each.pool;
    if (memory_.find(',') != std::string::npos || memory_ == "all") name += " " + each.memory;
    if (idle_.find(',') != std::string::npos || idle_ == "all") name += " " + each.idle;
    contenders.push_back({std::move(name), &app_.app(), each});
  }
  const std::unique_ptr<apps::app> divided = app_.again_with("--face", "threads");
  crowd found;
  {
    progress shown(here_);
    shown.doing(app_.name() + ": preparing the input");
    const apps::unwritten_outputs none("compare --multiprogrammed");
    app_.app().prepare();
    if (divided) {
      try {
        divided->prepare();
        contenders.push_back({"threads", divided.get(), resolved({})});
      } catch (const apps::input_error&) {}  // no such face: its other options were right just now
    }
    found = run_crowd(app_.name(), std::move(contenders), {counts.begin(), counts.end()}, planned, shown);
  }
  if (json_) {
    here_.out << json_text(to_json(found));
  } else {
    print(here_.out, found);
  }
  return found.correct() ? done : wrong_result;
}

int compare_command::execute_all() {
  std::vector<std::string> known;
  for (const apps::app_entry& each : here_.apps) known.emplace_back(each.name);
  const auto chosen = chosen_names(app_names, apps_, known);
  const comparison_plan planned = plan();
  const unsigned repeat_finals = whole_number("--finals", finals_, 0, most_repetitions);
  if (csv_ && repeat_finals != 0)
    throw apps::input_error("--finals: expected the table or --json, not --csv");
  std::vector<comparison> found;
  std::vector<comparison> finals;
  last_steps steps;
  steps.take([&] {
    progress shown(here_);
    for (const apps::app_entry& each : here_.apps) {
      if (std::ranges::find(chosen, each.name) == chosen.end()) continue;
      const auto app = with_options(each, {});
      shown.doing(std::string(each.name) + ": preparing the input");
      app->prepare();
      found.push_back(compare(*app, std::string(each.name), planned, shown));
      shown.print(in_short(found.back()));
      if (repeat_finals == 0) continue;
      const comparison_plan again = finals_after(found.back(), planned, repeat_finals);
      if (!again.choices.empty()) finals.push_back(compare(*app, std::string(each.name), again, shown));
    }
  });
  if (found.empty()) steps.end();  // there is nothing to print
  if (json_) {
    apps::json all = overview_json(found);
    if (repeat_finals != 0) all["finals"] = apps::json::array();
    for (const comparison& each : finals) all["finals"].push_back(to_json(each));
    here_.out << json_text(all);
  } else if (csv_) {
    print_csv(here_.out, found);
  } else {
    print_overview(here_.out, found);
    print_finals(here_.out, finals);
  }
  steps.end();
  const bool right =
      std::ranges::all_of(found, &comparison::correct) && std::ranges::all_of(finals, &comparison::correct);
  return right ? done : wrong_result;
}

int compare_command::execute_one() {
  const comparison_plan planned = plan();
  apps::app& app = app_.app();
  if (!plot_.empty()) require_plottable(plot_);
  comparison found;
  {
    progress shown(here_);
    shown.doing(app_.name() + ": preparing the input");
    app.prepare();
    found = compare(app, app_.name(), planned, shown);
  }
  std::vector<std::string> outputs;
  last_steps steps;
  {
    const uninterrupted writing;
    if (found.correct()) steps.take([&] { outputs = app.write_outputs(); });
    if (!plot_.empty()) {
      steps.take([&] {
        write_plot(plot_, found);
        outputs.push_back(plot_);
      });
    }
  }
  if (json_) {
    apps::json all = to_json(found);
    all["outputs"] = outputs;
    here_.out << json_text(all);
  } else if (csv_) {
    print_csv(here_.out, {found});
  } else {
    print_table(here_.out, found);
    for (const auto& path : outputs) here_.out << "Written: " << apps::quoted(path, 400) << '\n';
  }
  steps.end();
  return found.correct() ? done : wrong_result;
}

}  // namespace jackdaw::cli
