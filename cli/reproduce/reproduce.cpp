#include "cli/reproduce/reproduce.hpp"

#include <functional>
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
#include "cli/compare/report/comparison_plot.hpp"
#include "cli/last_steps.hpp"
#include "cli/model/model_inputs.hpp"
#include "cli/reproduce/all_results.hpp"
#include "cli/reproduce/measuring.hpp"
#include "cli/reproduce/page/reproduction_page.hpp"
#include "cli/reproduce/page/reproduction_plot.hpp"
#include "cli/reproduce/page/reproduction_tables.hpp"
#include "cli/reproduce/parts/compared_parts.hpp"
#include "cli/reproduce/replayed/replayed_rounds.hpp"
#include "cli/reproduce/reproduction_report.hpp"
#include "cli/reproduce/results/java_results.hpp"
#include "cli/reproduce/results/known_results.hpp"
#include "cli/reproduce/rivals/known_rivals.hpp"
#include "cli/reproduce/studies/studied.hpp"
#include "cli/reproduce/verdict/rule.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/progress.hpp"
#include "cli/text/table.hpp"
#include "cli/uninterrupted.hpp"

namespace jackdaw::cli {

namespace {

constexpr unsigned most_minutes = 100'000;

/// "several applications", or the one: "synthetic alone".
std::string measured_in(const paper_study& study) {
  std::set<std::string> apps;
  for (const std::string& each : study.usual) apps.insert(each.substr(0, each.find(' ')));
  return apps.size() == 1 ? *apps.begin() + " alone" : "several applications";
}

/// A file, and what writes it.
struct file_step {
  const std::string& path;  ///< empty: none is written
  std::function<void()> write;
};

/// Writes them, and returns the paths of those that are there.
std::vector<std::string> written_of(const std::vector<file_step>& files, last_steps& steps) {
  const uninterrupted writing;
  std::vector<std::string> written;
  for (const file_step& each : files) {
    if (each.path.empty()) continue;
    steps.take([&] {
      each.write();
      written.push_back(each.path);
    });
  }
  return written;
}

}  // namespace

int reproduce_command::list() const {
  apps::json all = apps::json::array();
  table lines({{}, {}, {}});
  for (const paper_result* each : known_results(here_)) {
    lines.row({std::string(each->name), std::string(each->finding), std::string(each->theirs)});
    all.push_back(
        {{"name", each->name}, {"finding", each->finding}, {"paper", each->theirs}, {"app", each->app}});
  }
  for (const paper_study* each : known_studies(here_)) {
    lines.row({std::string(each->name), std::string(each->finding), std::string(each->theirs)});
    all.push_back(
        {{"name", each->name}, {"finding", each->finding}, {"paper", each->theirs}, {"inputs", each->usual}});
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
  refuse_options({"--java", "--quick", "--json"}, "expected a result of the pools of C++, not " + wanted);
  return java.measure(wanted, quick_, json_, here_.out);
}

paper_result reproduce_command::chosen_result() const {
  paper_result result = narrowed(result_named(name_, here_), parts_);
  if (!add_.empty()) result.added = parts_to_add(result, add_);
  if (replay_) require_replayable(result);
  return result;
}

input_size reproduce_command::chosen_size() const {
  if (quick_ && !input_.empty()) throw apps::input_error("--quick and --input: expected one of the two");
  if (!app_.empty() && (quick_ || !input_.empty()))
    throw apps::input_error((quick_ ? "--quick" : "--input") +
                            std::string(" and --app: expected one of the two"));
  return quick_ ? input_size::small : input_.empty() ? input_size::usual : input_size_named(input_);
}

void reproduce_command::refuse_options(const std::set<std::string>& known,
                                       const std::string& expected) const {
  for (const CLI::Option* each : command_->get_options()) {
    if (each->count() != 0 && each->get_name() != "name" && !known.contains(each->get_name()))
      throw apps::input_error("reproduce: " + each->get_name() + ": " + expected);
  }
}

void reproduce_command::require_outputs() const {
  if (!plot_.empty()) require_plottable(plot_);
  if (!page_.empty()) require_page(page_);
}

void reproduce_command::print_outputs(const std::vector<std::string>& written) const {
  for (const std::string& each : written) here_.out << "Written: " << apps::quoted(each, 400) << '\n';
}

int reproduce_command::execute() {
  if (name_.empty()) {
    refuse_options({"--java", "--json"}, "expected the name of a result before it");
    return list();
  }
  if (name_ == "all") {
    refuse_options({"--workers", "--input", "--quick", "--repeat", "--minutes", "--output-page", "--json"},
                   "expected the name of a single result, not all");
    return execute_all();
  }
  const paper_study* const study = find_study(name_, here_);
  const bool is_of_java = study == nullptr && find_result(name_, here_) == nullptr;
  if (!java_.empty() && !is_of_java)
    throw apps::input_error(
        "--java: " + apps::quoted(name_) +
        " is measured with the pools of C++; expected no --java beside it, or a result that "
        "`jackdaw reproduce --java CLASSES` lists besides");
  if (study != nullptr) {
    refuse_options({"--workers", "--pools", "--input", "--quick", "--repeat", "--output-plot",
                    "--output-page", "--json"},
                   "expected another result; " + std::string(study->name) + " is of " + measured_in(*study));
    return execute_study(*study);
  }
  if (!java_.empty()) return measure_in_java();
  refuse_options({"--workers", "--pools", "--memory", "--input", "--quick", "--repeat", "--add", "--app",
                  "--replay", "--output-plot", "--output-page", "--json"},
                 "expected all, not the name of a single result");
  return execute_one();
}

int reproduce_command::execute_all() {
  if (page_.empty()) page_ = "reproduction.html";
  require_outputs();
  all_results_plan plan{.workers = parts_.workers,
                        .minutes = static_cast<double>(whole_number("--minutes", minutes_, 1, most_minutes)),
                        .repeat = whole_number("--repeat", repeat_, 1, most_repetitions)};
  if (quick_ || !input_.empty()) plan.size = chosen_size();
  if (plan.size && command_->get_option("--minutes")->count() != 0)
    throw apps::input_error("--minutes: expected no size of the input beside it");
  all_results all;
  last_steps steps;
  steps.take([&] {
    progress shown(here_);
    reproduce_all(all, plan, here_, shown);
  });
  if (all.found.empty() && all.studies.empty()) {  // there is nothing to print
    steps.end();
    throw apps::input_error("reproduce all: expected an application of the papers; none is here");
  }
  std::vector<std::string> written;
  steps.take([&] {
    const uninterrupted writing;
    std::vector<page_section> sections;
    for (const studied& each : all.studies) sections.push_back(section_of(each));
    write_page(page_, all.found, sections);
    written.push_back(page_);
  });
  if (json_) {
    here_.out << json_text(to_json(all));
  } else {
    if (const auto& where = all.where) print(here_.out, *where);
    here_.out << '\n';
    print(here_.out, summary_of(all));
    here_.out << rule_text(plan.repeat) << '\n';
    print_outputs(written);
  }
  steps.end();
  return all.correct() ? done : wrong_result;
}

int reproduce_command::execute_study(const paper_study& study) {
  require_outputs();
  if (!plot_.empty()) require_picture(study);
  study_choice choice{.size = chosen_size(),
                      .repeat = whole_number("--repeat", repeat_, 1, most_repetitions)};
  if (!parts_.workers.empty())
    choice.workers =
        parts_.workers == by_budget ? budget_counts(default_workers()) : worker_counts(parts_.workers);
  if (!parts_.pools.empty()) choice.pools = chosen_pools(parts_.pools);
  studied found;
  {
    progress shown(here_);
    found = measured(study, choice, here_, shown);
  }
  const std::string none;
  const std::vector<file_step> files{{found.picture ? plot_ : none, [&] { write_plot(plot_, found); }},
                                     {page_, [&] { write_page(page_, {}, {section_of(found)}); }}};
  last_steps steps;
  const std::vector<std::string> written = written_of(files, steps);
  if (json_) {
    here_.out << json_text(to_json(found));
  } else {
    print(here_.out, found);
    print_outputs(written);
  }
  steps.end();
  return found.wrong.empty() ? done : wrong_result;
}

int reproduce_command::execute_one() {
  require_outputs();
  const input_size size = chosen_size();
  paper_result result = chosen_result();
  const unsigned repeat = whole_number("--repeat", repeat_, 1, most_repetitions);
  std::unique_ptr<apps::app> other;
  if (!app_.empty()) {
    auto given = inputs_of({app_}, here_);
    if (given.size() != 1) throw apps::input_error("--app: expected one input, without braces");
    if (given.front().is_without_tasks)
      throw apps::input_error("--app: --face threads runs on no pool; expected another face");
    other = std::move(given.front().app);
    app_ = given.front().text.substr(0, given.front().text.find(' '));
    result.app = app_;
  }
  const std::vector<known_rival> rivals = known_rivals(result, here_);
  if (!parts_.pools.empty() && parts_.pools != "all") require_all(rivals, "--pools");
  const beyond then = replay_ ? beyond::replays : beyond::measures;
  std::vector<reproduction> found;  // one: as the page wants it
  {
    progress shown(here_);
    if (other) {
      shown.doing(app_ + ": preparing the input");
      {
        const apps::unwritten_outputs none("reproduce");
        other->prepare();
      }
      found.push_back(measured(result, *other, repeat, shown, then, rivals));
    } else {
      const sized_app on = app_of_size(result, size, here_, shown);
      found.push_back(measured(result, *on.app, repeat, shown, then, rivals));
      found.back().size = size;
    }
  }
  const reproduction& both = found.back();
  const std::vector<file_step> files{{plot_, [&] { write_plot(plot_, both); }},
                                     {page_, [&] { write_page(page_, found); }}};
  last_steps steps;
  const std::vector<std::string> written = written_of(files, steps);
  if (json_) {
    here_.out << json_text(to_json(both));
  } else {
    print(here_.out, both);
    print_outputs(written);
  }
  steps.end();
  return both.correct() ? done : wrong_result;
}

}  // namespace jackdaw::cli
