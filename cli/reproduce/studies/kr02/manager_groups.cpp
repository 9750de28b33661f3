#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/reproduce/studies/kinds.hpp"
#include "cli/reproduce/studies/kr02/two_groups.hpp"
#include "cli/reproduce/studies/study_pictures.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

/// The managers of one pool with so many workers, round by round.
struct managed_runs {
  std::string pool;
  unsigned workers;
  std::vector<std::vector<double>> rounds{};  ///< seconds of each manager
  std::vector<bool> is_right{};               ///< of each manager

  [[nodiscard]] bool is_whole() const {
    return std::ranges::all_of(is_right, [](bool right) { return right; });
  }

  [[nodiscard]] std::vector<double> of(std::size_t manager) const {
    std::vector<double> all;
    for (const auto& each : rounds) all.push_back(each[manager]);
    return all;
  }

  template <class Value>
  [[nodiscard]] std::vector<double> values(Value value) const {
    std::vector<double> all;
    for (const auto& each : rounds) all.push_back(value(each));
    return all;
  }
};

std::vector<managed_runs> run_all(studied& found, const paper_study& study, const study_choice& choice,
                                  const model_input& input, progress& shown) {
  std::vector<managed_runs> all;
  for (const std::string& pool : choice.pools) {
    for (const unsigned workers : choice.workers.empty() ? study.workers : choice.workers)
      all.push_back(
          {.pool = pool, .workers = workers, .is_right = std::vector<bool>(study.managers.size(), true)});
  }
  std::size_t step = 0;
  for (unsigned round = 0; round <= choice.repeat; ++round) {
    for (managed_runs& each : all) {
      std::vector<double> seconds;
      for (std::size_t i = 0; i < study.managers.size(); ++i) {
        const std::string& manager = study.managers[i];
        shown.doing(fmt::format("{} on {}, {}", input.label, each.pool, manager), ++step,
                    all.size() * study.managers.size() * (choice.repeat + 1));
        any_scheduler scheduler =
            open_scheduler(resolved({.pool = each.pool, .memory = manager, .workers = each.workers}));
        seconds.push_back(input.app->run(scheduler));
        const apps::verdict verdict = input.app->check();
        if (!verdict.passed && each.is_right[i])
          found.wrong.push_back(
              fmt::format("{} on {}, {}: {}", input.label, each.pool, manager, verdict.line));
        each.is_right[i] = each.is_right[i] && verdict.passed;
      }
      if (round > 0) each.rounds.push_back(std::move(seconds));
    }
  }
  return all;
}

std::string list_of(const std::vector<std::size_t>& group, const std::vector<std::string>& managers) {
  std::string all;
  for (const std::size_t each : group) all += (all.empty() ? "" : " ") + managers[each];
  return all;
}

/// The groups with one number of workers: a line of the table, and with one worker the claim.
void add_groups(studied& found, const managed_runs& of, const std::vector<std::string>& managers) {
  std::vector<double> middles;
  for (std::size_t i = 0; i < managers.size(); ++i) middles.push_back(median(of.of(i)));
  const two_groups groups = divided(middles);
  const std::string where = fmt::format("{}, {}", of.pool, workers_text(of.workers));
  found.notes.push_back(fmt::format("{}: widest step between {} ({}) and {} ({}), their means {:.2f} apart",
                                    where, list_of(groups.fast, managers),
                                    cli::duration(mean_of(groups.fast, middles)),
                                    list_of(groups.slow, managers),
                                    cli::duration(mean_of(groups.slow, middles)), ratio_of(groups, middles)));
  if (of.workers != 1) return;
  const auto between = of.values([&](const auto& seconds) { return step_between(groups, seconds); });
  const auto within = of.values([&](const auto& seconds) { return step_within(groups, seconds); });
  found.claims.push_back(claim_on_ratio(where + ": step between two groups, by the spread within one",
                                        "two groups, 440 s and 330 s", relation::slower, between, within));
}

}  // namespace

studied manager_groups_of(const paper_study& study, const study_choice& choice, const environment& here,
                          progress& shown) {
  const std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  studied found;
  const std::vector<managed_runs> all = run_all(found, study, choice, inputs.front(), shown);
  using enum table::side;
  found.figures.columns = {{"pool"}, {"manager"}, {"P", right}, {"T_P", right}, {"by the first", right}};
  std::vector<std::string> names;
  line_panel panel{.title = "seconds", .x_label = "workers", .y_label = "s", .curves = {}};
  std::map<std::string, std::size_t> numbers;
  for (const managed_runs& each : all) {
    double first = 0;
    for (std::size_t i = 0; i < study.managers.size(); ++i) {
      const double own = median(each.of(i));
      if (each.is_right[i] && (first == 0 || own < first)) first = own;
    }
    for (std::size_t i = 0; i < study.managers.size(); ++i) {
      const std::string& manager = study.managers[i];
      const std::vector<double> seconds = each.of(i);
      const double own = median(seconds);
      found.figures.rows.push_back({each.pool, manager, std::to_string(each.workers),
                                    each.is_right[i] ? cli::duration(own) : "WRONG",
                                    each.is_right[i] ? fmt::format("{:.2f}", own / first) : "-"});
      found.rows.push_back({{"pool", each.pool},
                            {"memory", manager},
                            {"workers", each.workers},
                            {"seconds", each.is_right[i] ? apps::json(seconds) : apps::json(nullptr)}});
      if (!each.is_right[i]) continue;
      const std::string name = choice.pools.size() > 1 ? each.pool + " " + manager : manager;
      const auto [place, is_new] = numbers.try_emplace(name, names.size());
      if (is_new) {
        panel.curves.push_back({.number = names.size(), .points = {}});
        names.push_back(name);
      }
      panel.curves[place->second].points.push_back(
          {static_cast<double>(each.workers), own, std::ranges::min(seconds), std::ranges::max(seconds)});
    }
    if (each.is_whole()) add_groups(found, each, study.managers);
  }
  if (!panel.curves.empty())
    found.picture = [names, panel](std::ostream& out, canvas::format format) {
      draw_curves(out, format, names, panel);
    };
  return found;
}

}  // namespace jackdaw::cli
