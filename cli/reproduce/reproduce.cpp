#include "cli/reproduce/reproduce.hpp"

#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/app_choice.hpp"
#include "cli/command.hpp"
#include "cli/compare/report/comparison_plot.hpp"
#include "cli/model/model_inputs.hpp"
#include "cli/reproduce/compared_parts.hpp"
#include "cli/reproduce/java_results.hpp"
#include "cli/reproduce/known_results.hpp"
#include "cli/reproduce/page/reproduction_plot.hpp"
#include "cli/reproduce/reproduction_report.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/progress.hpp"
#include "cli/text/table.hpp"
#include "cli/uninterrupted.hpp"

namespace jackdaw::cli {

namespace {

/// For --help; the same is in docs/guide/command/reproduce.md.
constexpr const char* rule_in_full =
    "Verdicts. A row of a table is compared with the paper's first row, an order with its\n"
    "two parts. In each round the time of one is divided by that of the other. The interval\n"
    "is that of the sign test: it misses the median of these ratios once in 20 times at\n"
    "most. Above 1.02 is slower, below 0.98 faster, between them as fast. An interval that\n"
    "lies in one of the three says so. The row agrees where the paper says the same, and\n"
    "differs where it says something else. An interval that reaches over a limit says\n"
    "nothing: within the noise.";

}  // namespace

reproduce_command::reproduce_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "reproduce", "Measures what the papers measured, and shows both") {
  command_->add_option("name", name_, "A table or figure; without it: lists them")->type_name("");
  const auto list = [&](const char* option, std::string& value, const char* type, const char* help) {
    command_->add_option(option, value, help)->type_name(type);
  };
  list("--workers", parts_.workers, "P,Q,R",
       "Numbers of workers, instead of the paper's; budget: powers of two up to JACKDAW_WORKERS, or else to "
       "the "
       "processors this process may use. Speed-ups are by one worker, which is then measured, too");
  list("--pools", parts_.pools, "NAMES|all", "Some of the paper's pools; where it compares others, any");
  list("--memory", parts_.memory, "NAMES|all",
       "Some of the paper's memory managers; where it compares others, any");
  list("--input", input_, "small|usual|paper",
       "Size of the input: over in seconds, to conclude from, or the paper's own (default usual)");
  command_
      ->add_option("--repeat", repeat_,
                   "Runs of each combination, one in every round, after one that does not count; with fewer "
                   "than 6 all is "
                   "within the noise")
      ->type_name("R")
      ->capture_default_str();
  command_->add_flag("--quick", quick_, "The same as --input small: to try the command, not for conclusions");
  command_
      ->add_option(
          "--add", add_,
          "Measured beside the paper's: pools, memory managers or idle policies, whichever the result "
          "compares")
      ->type_name("NAMES");
  command_
      ->add_option(
          "--app", app_,
          "Another application for the same question, with its options in one argument: 'fib --n 30'")
      ->type_name("TEXT");
  list("--output-plot", plot_, "FILE", "Draw the paper's figures and ours side by side (.svg, .png)");
  list("--java", java_, "CLASSES",
       "The class path of the programs in java/: then results of the pools for Java are known, too");
  command_->footer(rule_in_full);
  command_->add_flag("--json", json_, "One JSON object instead of tables");
}

int reproduce_command::list() const {
  apps::json all = apps::json::array();
  table lines({{}, {}, {}});
  for (const paper_result* each : known_results(here_)) {
    lines.row({std::string(each->name), std::string(each->finding), std::string(each->theirs)});
    all.push_back(
        {{"name", each->name}, {"finding", each->finding}, {"paper", each->theirs}, {"app", each->app}});
  }
  if (!java_.empty()) {
    for (const java_results::known& each : java_results(java_).all()) {
      lines.row({each.name, each.finding, "pools for Java"});
      all.push_back({{"name", each.name}, {"finding", each.finding}});
    }
  }
  if (json_) {
    here_.out << json_text(all);
  } else {
    lines.print(here_.out);
  }
  return done;
}

int reproduce_command::measure_in_java() const {
  const java_results java(java_);
  const std::string wanted = full_name(name_);
  std::vector<std::string> names;
  for (const java_results::known& each : java.all()) names.push_back(each.name);
  if (std::ranges::find(names, wanted) == names.end()) refuse_result(name_, here_, names, "");
  for (const CLI::Option* each : command_->get_options()) {
    const std::string option = each->get_name();
    if (each->count() == 0 || option == "name" || option == "--java" || option == "--quick" ||
        option == "--json")
      continue;
    throw apps::input_error(option + ": expected a result of the pools of C++, not " + wanted);
  }
  return java.measure(wanted, quick_, json_, here_.out);
}

paper_result reproduce_command::chosen_result() const {
  paper_result result = narrowed(result_named(name_, here_), parts_);
  if (!add_.empty()) result.added = parts_to_add(result, add_);
  return result;
}

input_size reproduce_command::chosen_size() const {
  if (quick_ && !input_.empty()) throw apps::input_error("--quick and --input: expected one of the two");
  if (!app_.empty() && (quick_ || !input_.empty()))
    throw apps::input_error((quick_ ? "--quick" : "--input") +
                            std::string(" and --app: expected one of the two"));
  return quick_ ? input_size::small : input_.empty() ? input_size::usual : input_size_named(input_);
}

int reproduce_command::execute() {
  if (name_.empty()) {
    for (const CLI::Option* each : command_->get_options()) {
      if (each->count() == 0 || each->get_name() == "--json" || each->get_name() == "--java") continue;
      throw apps::input_error("reproduce: " + each->get_name() + ": expected the name of a result before it");
    }
    return list();
  }
  if (!java_.empty() && find_result(name_, here_) == nullptr) return measure_in_java();
  if (!plot_.empty()) require_plottable(plot_);
  const input_size size = chosen_size();
  paper_result result = chosen_result();
  const std::vector<std::string>& options = options_of(result, size);
  const comparison_plan plan = plan_for(result, whole_number("--repeat", repeat_, 1, most_repetitions));
  std::unique_ptr<apps::app> other;
  if (!app_.empty()) {
    auto given = inputs_of({app_}, here_);
    if (given.size() != 1) throw apps::input_error("--app: expected one input, without braces");
    other = std::move(given.front().app);
    app_ = given.front().text.substr(0, given.front().text.find(' '));
    result.app = app_;
  }
  comparison found;
  std::optional<circumstances> where;
  {
    progress shown(here_);
    shown.doing(std::string(result.app) + ": preparing the input");
    const auto app = other ? std::move(other) : with_options(*entry_of(result, here_), options);
    app->prepare();
    const circumstances_watch watch;
    found = compare(*app, std::string(result.app), plan, shown);
    where = watch.now();
  }
  reproduction both = side_by_side(result, std::move(found));
  if (app_.empty()) both.size = size;
  both.where = std::move(where);
  if (!plot_.empty()) {
    const uninterrupted writing;
    write_plot(plot_, both);
  }
  if (json_) {
    here_.out << json_text(to_json(both));
  } else {
    print(here_.out, both);
    if (!plot_.empty()) here_.out << "Written: " << apps::quoted(plot_, 400) << '\n';
  }
  return both.found.correct() ? done : wrong_result;
}

}  // namespace jackdaw::cli
