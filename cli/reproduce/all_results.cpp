#include "cli/reproduce/all_results.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/reproduce/known_results.hpp"
#include "cli/reproduce/measuring.hpp"
#include "cli/reproduce/narrowed.hpp"
#include "cli/reproduce/reproduction_report.hpp"

namespace jackdaw::cli {

namespace {

sized_app app_for(const paper_result& result, const all_results_plan& plan, const environment& here,
                  progress& shown) {
  if (!plan.size) return fitting_app(result, plan.repeat, 60 * plan.minutes, here, shown);
  const bool is_not_there = *plan.size == input_size::paper && result.full.empty();
  return app_of_size(result, is_not_there ? input_size::usual : *plan.size, here, shown);
}

}  // namespace

bool all_results::correct() const {
  return std::ranges::all_of(found, [](const reproduction& each) { return each.correct(); });
}

all_results reproduce_all(const all_results_plan& plan, const environment& here, progress& shown) {
  all_results all;
  const circumstances_watch watch;
  for (const paper_result* each : known_results(here))
    all.results.push_back(narrowed(*each, {.workers = plan.workers}));
  for (const paper_result& each : all.results) {
    const sized_app on = app_for(each, plan, here, shown);
    all.found.push_back(measured(each, *on.app, plan.repeat, shown));
    all.found.back().size = on.size;
    shown.print(
        fmt::format("{} ({}): {}\n", each.name, name_of(on.size), count_text(verdicts_of(all.found.back()))));
  }
  all.where = watch.now();
  return all;
}

apps::json to_json(const all_results& all) {
  apps::json results = apps::json::array();
  for (const reproduction& each : all.found) results.push_back(to_json(each));
  return {{"results", std::move(results)}};
}

}  // namespace jackdaw::cli
