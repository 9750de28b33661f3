#include "cli/reproduce/all_results.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/last_steps.hpp"
#include "cli/reproduce/measuring.hpp"
#include "cli/reproduce/page/reproduction_tables.hpp"
#include "cli/reproduce/parts/narrowed.hpp"
#include "cli/reproduce/reproduction_report.hpp"
#include "cli/reproduce/results/known_results.hpp"
#include "cli/reproduce/rivals/known_rivals.hpp"
#include "cli/reproduce/studies/kr02/simulated_runs.hpp"
#include "cli/reproduce/studies/study_size.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

sized_app app_for(const paper_result& result, const all_results_plan& plan, const environment& here,
                  progress& shown) {
  if (!plan.size) return fitting_app(result, plan.repeat, 60 * plan.minutes, here, shown);
  const bool is_not_there = *plan.size == input_size::paper && result.full.empty();
  return app_of_size(result, is_not_there ? input_size::usual : *plan.size, here, shown);
}

std::vector<unsigned> chosen_workers(const all_results_plan& plan) {
  if (plan.workers.empty()) return {};
  return plan.workers == by_budget ? budget_counts(default_workers()) : worker_counts(plan.workers);
}

input_size size_for(const paper_study& study, const all_results_plan& plan, const study_choice& choice,
                    const environment& here, progress& shown) {
  if (!plan.size) return fitting_size(study, choice, 60 * plan.minutes, here, shown);
  const bool is_not_there = *plan.size == input_size::paper && study.full.empty();
  return is_not_there ? input_size::usual : *plan.size;
}

void reproduce_studies(all_results& all, const all_results_plan& plan, const environment& here,
                       progress& shown) {
  const bool can_simulate = has_valgrind();
  study_choice choice{.workers = chosen_workers(plan), .repeat = plan.repeat};
  for (const paper_study* each : known_studies(here)) {
    if (each->what == paper_study::kind::cache_misses && !can_simulate) {
      all.left_out.push_back(std::string(each->name) + ": left out; valgrind cannot be started");
      continue;
    }
    choice.size = size_for(*each, plan, choice, here, shown);
    all.studies.push_back(measured(*each, choice, here, shown));
    shown.print(fmt::format("{} ({}): {}\n", each->name, name_of(choice.size),
                            count_text(all.studies.back().verdicts())));
  }
}

void reproduce_each(all_results& all, const all_results_plan& plan, const environment& here,
                    progress& shown) {
  for (const paper_result* each : known_results(here))
    all.results.push_back(narrowed(*each, {.workers = plan.workers}));
  for (const paper_result& each : all.results) {
    const sized_app on = app_for(each, plan, here, shown);
    all.found.push_back(
        measured(each, *on.app, plan.repeat, shown, beyond::measures, known_rivals(each, here)));
    all.found.back().size = on.size;
    shown.print(
        fmt::format("{} ({}): {}\n", each.name, name_of(on.size), count_text(verdicts_of(all.found.back()))));
  }
  reproduce_studies(all, plan, here, shown);
}

}  // namespace

bool all_results::correct() const {
  return std::ranges::all_of(found, [](const reproduction& each) { return each.correct(); }) &&
         std::ranges::all_of(studies, [](const studied& each) { return each.wrong.empty(); });
}

void reproduce_all(all_results& all, const all_results_plan& plan, const environment& here, progress& shown) {
  const circumstances_watch watch;
  last_steps steps;
  steps.take([&] { reproduce_each(all, plan, here, shown); });
  all.where = watch.now();
  steps.end();
}

worded_table summary_of(const all_results& all) {
  worded_table rows = summary_of(all.found);
  for (const studied& each : all.studies) {
    const std::vector<verdict> verdicts = each.verdicts();
    const auto count = [&](verdict which) { return std::to_string(std::ranges::count(verdicts, which)); };
    rows.rows.push_back({std::string(each.of->name), std::string(name_of(each.choice.size)),
                         count(verdict::agrees), count(verdict::differs), count(verdict::within_noise), "-",
                         each.wrong.empty() ? "" : "WRONG"});
  }
  rows.below = all.left_out;
  return rows;
}

apps::json to_json(const all_results& all) {
  apps::json results = apps::json::array();
  for (const reproduction& each : all.found) results.push_back(to_json(each));
  apps::json studies = apps::json::array();
  for (const studied& each : all.studies) studies.push_back(to_json(each));
  return {{"results", std::move(results)}, {"studies", std::move(studies)}, {"left_out", all.left_out}};
}

}  // namespace jackdaw::cli
