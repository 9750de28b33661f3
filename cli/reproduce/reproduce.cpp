#include "cli/reproduce/reproduce.hpp"

#include <algorithm>
#include <memory>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/app_choice.hpp"
#include "cli/command.hpp"
#include "cli/model/model_inputs.hpp"
#include "cli/reproduce/compared_parts.hpp"
#include "cli/reproduce/java_results.hpp"
#include "cli/reproduce/reproduction_report.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/progress.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

/// The entry of its application; null where that is not there.
const apps::app_entry* entry_of(const paper_result& result, const environment& here) {
  const auto entry = std::ranges::find(here.apps, result.app, &apps::app_entry::name);
  return entry == here.apps.end() ? nullptr : &*entry;
}

std::vector<const paper_result*> known_results(const environment& here) {
  std::vector<const paper_result*> known;
  for (const paper_result& each : paper_results()) {
    if (entry_of(each, here) != nullptr) known.push_back(&each);
  }
  return known;
}

/// WSL06-fig2 is WSL06-figure2.
std::string in_full(const std::string& name) {
  constexpr std::string_view brief = "-fig";
  const std::size_t at = name.find(brief);
  const std::size_t after = at + brief.size();
  const bool is_brief =
      at != std::string::npos && after < name.size() && name[after] >= '0' && name[after] <= '9';
  return is_brief ? name.substr(0, after) + "ure" + name.substr(after) : name;
}

/// Null where there is none of that name.
const paper_result* result_named(const std::string& name, const environment& here) {
  const auto all = known_results(here);
  const auto found = std::ranges::find(all, std::string_view(name), &paper_result::name);
  return found == all.end() ? nullptr : *found;
}

/// `java`: what else is known.
[[noreturn]] void refuse_name(const std::string& name, const environment& here,
                              const std::vector<java_results::known>* java) {
  std::vector<std::string> names;
  for (const paper_result* each : known_results(here)) names.emplace_back(each->name);
  for (std::size_t i = 0; java != nullptr && i < java->size(); ++i) names.push_back((*java)[i].name);
  throw apps::input_error("no result of a paper is called '" + name + "'; " + suggestion(name, names) +
                          (java == nullptr ? "; results of the pools for Java: by --java CLASSES" : ""));
}

}  // namespace

reproduce_command::reproduce_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "reproduce", "Measures what the papers measured, and shows both") {
  command_->add_option("name", name_, "A table or figure; without it: lists them")->type_name("");
  command_->add_option("--repeat", repeat_, "Runs of each combination, after one that does not count")
      ->type_name("R")
      ->capture_default_str();
  command_->add_flag("--quick", quick_,
                     "Tiny inputs, done in seconds: to try the command, not for conclusions");
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
  command_
      ->add_option(
          "--java", java_,
          "The class path of the programs in java/: then results of the pools for Java are known, too")
      ->type_name("CLASSES");
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

int reproduce_command::measure_in_java(const std::string& name) const {
  if (java_.empty()) refuse_name(name, here_, nullptr);
  const java_results java(java_);
  const std::vector<java_results::known> all = java.all();
  if (std::ranges::find(all, name, &java_results::known::name) == all.end()) refuse_name(name, here_, &all);
  const auto refuse = [&name](const char* option) {
    throw apps::input_error(std::string(option) + ": expected a result of the pools of C++, not " + name);
  };
  if (!add_.empty()) refuse("--add");
  if (!app_.empty()) refuse("--app");
  return java.measure(name, quick_, json_, here_.out);
}

int reproduce_command::execute() {
  if (name_.empty()) {
    if (!add_.empty() || !app_.empty())
      throw apps::input_error("reproduce: --add and --app: expected the name of a result before them");
    return list();
  }
  if (quick_ && !app_.empty()) throw apps::input_error("--quick and --app: expected one of the two");
  const std::string wanted = in_full(name_);
  const paper_result* const known = result_named(wanted, here_);
  if (known == nullptr) return measure_in_java(wanted);
  paper_result result = *known;
  if (!add_.empty()) result.added = parts_to_add(result, add_);
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
  {
    progress shown(here_);
    shown.doing(std::string(result.app) + ": preparing the input");
    const auto app = other ? std::move(other)
                           : with_options(*entry_of(result, here_), quick_ ? result.quick : result.input);
    app->prepare();
    found = compare(*app, std::string(result.app), plan, shown);
  }
  const reproduction both = side_by_side(result, std::move(found));
  if (json_) {
    here_.out << json_text(to_json(both));
  } else {
    print(here_.out, both);
  }
  return both.found.correct() ? done : wrong_result;
}

}  // namespace jackdaw::cli
