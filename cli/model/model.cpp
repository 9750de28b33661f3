#include "cli/model/model.hpp"

#include <ostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/command.hpp"
#include "cli/compare/report/comparison_plot.hpp"
#include "cli/last_steps.hpp"
#include "cli/model/model_plot.hpp"
#include "cli/model/model_report.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"
#include "cli/uninterrupted.hpp"

namespace jackdaw::cli {

namespace {

measure::model bound_of(const std::string& text) {
  const auto parts = split_list(text);
  if (parts.size() != 2) throw apps::input_error("--bound " + text + ": expected C1,C such as 1.1,2");
  return {apps::real_number("--bound C1", parts[0], 0.001, 1000),
          apps::real_number("--bound C", parts[1], 0, 1000)};
}

}  // namespace

model_command::model_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "model", "Checks T_P <= c1 T1/P_A + c∞ T∞ P/P_A on many runs (BP98 section 5)") {
  command_
      ->add_option("input", inputs_,
                   "Applications, each with its options in one argument; {a,b} stands for both: "
                   "'knary --height {8,9} --serial-children {0,1}'")
      ->type_name("");
  const auto text = [&](const char* option, std::string& value, const char* type, const char* help) {
    command_->add_option(option, value, help)->type_name(type)->capture_default_str();
  };
  text("--pools", pools_, "NAMES|all", "Task pools, of `jackdaw list pools`");
  text("--workers", workers_, "P,Q,R",
       "Numbers of workers; preset: powers of two up to 8 for each processor, and one more than those");
  text("--cycler", cycler_, "P,W",
       "Run beside BP98's cycler, of P processes that raise a counter up to W times a turn");
  text("--affinity", affinity_, "N", "Restrict both to the first N processors");
  text("--quota", quota_, "X", "Restrict both to the time of X processors, by a control group");
  text("--processors", granted_, "left|cpu",
       "P_A: what the cycler left, at most P, as in the paper; or by CPU time, where a worker that sleeps "
       "does not "
       "count");
  text("--bound", bound_, "C1,C", "The constants to check the runs with");
  text("--repeat", repeat_, "R", "Runs of each combination, one in every round");
  text("--by", by_, "median|least", "Which of them counts, by P_A T_P");
  text("--output-plot", plot_, "FILE",
       "Draw utilization against P/(T1/T∞), with the curves of c1 = c∞ = 1 and of --bound (.svg, .png)");
  placing_.declare(*command_, "Workers");
  command_->add_flag("--json", json_, "One JSON object instead of tables");
}

model_plan model_command::plan() const {
  model_plan plan;
  plan.pools = chosen_pools(pools_);
  plan.workers = workers_.empty() ? crowd_counts(default_workers()) : worker_counts(workers_);
  plan.repeat = whole_number("--repeat", repeat_, 1, most_repetitions);
  plan.by = estimate_named(by_);
  plan.placed = placing_.chosen();
  if (granted_ != "cpu" && granted_ != "left")
    throw apps::input_error("--processors: '" + granted_ + "'; expected left or cpu");
  plan.granted = granted_ == "cpu" ? processors_by::cpu_time : processors_by::left;
  return plan;
}

restriction model_command::wish() const {
  restriction wish;
  if (!affinity_.empty()) wish.affinity = whole_number("--affinity", affinity_, 1, 1024);
  if (!quota_.empty()) wish.quota = apps::real_number("--quota", quota_, 0.01, 1024);
  wish.cycler = cycler_;
  return wish;
}

int model_command::execute() {
  const model_plan planned = plan();
  const measure::model bound = bound_of(bound_);
  if (!plot_.empty()) require_plottable(plot_);
  auto inputs = inputs_of(inputs_, here_);
  surroundings there(wish());
  surroundings alone;
  model_study found;
  {
    progress shown(here_);
    shown.doing("preparing the inputs");
    prepare(inputs);
    found = study(inputs, planned, alone, there, shown);
  }
  bool is_written = false;
  last_steps steps;
  if (!plot_.empty()) {
    steps.take([&] {
      const uninterrupted writing;
      write_plot(plot_, found, bound);
      is_written = true;
    });
  }
  if (json_) {
    apps::json all = to_json(found, bound);
    all["outputs"] = is_written ? apps::json{plot_} : apps::json::array();
    here_.out << json_text(all);
  } else {
    print(here_.out, found, bound);
    if (is_written) here_.out << "Written: " << apps::quoted(plot_, 400) << '\n';
  }
  steps.end();
  return found.wrong.empty() ? done : wrong_result;
}

}  // namespace jackdaw::cli
