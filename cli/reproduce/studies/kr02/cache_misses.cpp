#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/reproduce/studies/kinds.hpp"
#include "cli/reproduce/studies/kr02/simulated_runs.hpp"
#include "cli/reproduce/studies/t15/input_facts.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr double their_tasks = 18'454'894;  // table 4, k=32
/// For each task: fewer are counted as so many. A run has some hundred when caches are filled first, and the paper's have so many
/// more tasks that nothing is left of these.
constexpr double least_misses = 0.05;

enum class level : unsigned char { first, last };

constexpr std::pair<level, std::string_view> levels[] = {{level::first, "L1"}, {level::last, "L2"}};

/// The paper's misses for each task; nothing where it has no such pool or number of workers.
std::optional<double> theirs(const paper_study& study, std::string_view pool, unsigned workers, level which) {
  const auto row = std::ranges::find(study.misses, pool, &cache_row::pool);
  const auto column = std::ranges::find(study.workers, workers);
  if (row == study.misses.end() || column == study.workers.end()) return std::nullopt;
  const auto place = static_cast<std::size_t>(column - study.workers.begin());
  constexpr double thousand = 1000;
  const bool is_of_each = study.judged.size() > 1 && workers > 1;  // table 9: of each thread
  return thousand * (which == level::first ? row->first_level : row->last_level)[place] *
         (is_of_each ? workers : 1) / their_tasks;
}

std::vector<double> for_each_task(const std::vector<simulated_misses>& runs, level which, double tasks) {
  std::vector<double> all;
  for (const simulated_misses& each : runs)
    all.push_back((which == level::first ? each.first_level : each.last_level) / tasks);
  return all;
}

std::vector<double> at_least(std::vector<double> misses) {
  for (double& each : misses) each = std::max(each, least_misses);
  return misses;
}

std::string of_a_thousand(double misses) {
  const double all = 1000 * misses;
  constexpr double without_fractions = 100;
  return all < without_fractions ? fmt::format("{:.2g}", all) : fmt::format("{:.0f}", all);
}

/// The pools with what was simulated for one number of workers.
struct one_count {
  unsigned workers;
  const std::vector<std::string>& pools;
  std::vector<std::vector<simulated_misses>> runs;
};

void add_claims(studied& found, const paper_study& study, const one_count& of, level which,
                std::string_view name, double tasks) {
  std::optional<std::size_t> first;  // the paper's
  for (std::size_t i = 0; i < of.pools.size(); ++i) {
    const auto there = theirs(study, of.pools[i], of.workers, which);
    if (there && (!first || *there < *theirs(study, of.pools[*first], of.workers, which))) first = i;
  }
  for (std::size_t i = 0; first && i < of.pools.size(); ++i) {
    const auto there = theirs(study, of.pools[i], of.workers, which);
    if (!there || i == *first) continue;
    const double ratio = std::max(*there, least_misses) /
                         std::max(*theirs(study, of.pools[*first], of.workers, which), least_misses);
    const relation says = relation_of(ratio);
    found.claims.push_back(
        claim_on_ratio(fmt::format("{}: {} misses by {}'s, {}", of.pools[i], name, of.pools[*first],
                                   workers_text(of.workers)),
                       says == relation::as_fast ? "as many" : fmt::format("{:.3g} times as many", ratio),
                       says, at_least(for_each_task(of.runs[i], which, tasks)),
                       at_least(for_each_task(of.runs[*first], which, tasks))));
  }
}

}  // namespace

studied cache_misses_of(const paper_study& study, const study_choice& choice, const environment& here,
                        progress& shown) {
  const std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  const double tasks = std::max(1., facts_of(inputs.front()).tasks);
  const simulation_plan plan{.name = std::string(study.name),
                             .program = here.program,
                             .input = inputs.front().text,
                             .pools = choice.pools,
                             .workers = choice.workers.empty() ? study.workers : choice.workers,
                             .repeat = choice.repeat,
                             .caches = study.caches};
  shown.doing(fmt::format("{}: {} runs under valgrind", study.name,
                          plan.repeat * plan.pools.size() * plan.workers.size()));
  const simulation simulated = simulate_runs(plan);

  studied found;
  if (!simulated.wrong.empty()) found.wrong.push_back(simulated.wrong);
  using enum table::side;
  found.figures.columns = {{"pool"},         {"P", right},  {"L1", right},
                           {"paper", right}, {"L2", right}, {"paper", right}};
  found.figures.below = {
      fmt::format(
          "Misses of data for 1 000 tasks, medians, simulated by callgrind: L1 {}, L2 {} (bytes, ways, "
          "bytes of a line).",
          study.caches.data, study.caches.last),
      "All workers share these caches, and one of them runs at a time: no misses of coherence. For claims "
      "fewer than",
      fmt::format("{:.0f} for 1 000 tasks are {:.0f}, here and in the paper: beginning costs as many",
                  1000 * least_misses, 1000 * least_misses)};
  for (std::size_t w = 0; w < plan.workers.size(); ++w) {
    one_count of{.workers = plan.workers[w], .pools = plan.pools, .runs = {}};
    for (std::size_t p = 0; p < plan.pools.size(); ++p) {
      of.runs.push_back(simulated.runs[w * plan.pools.size() + p]);
      std::vector<std::string> row{plan.pools[p], std::to_string(of.workers)};
      apps::json numbers{{"pool", plan.pools[p]}, {"workers", of.workers}, {"tasks", tasks}};
      for (const auto& [which, name] : levels) {
        const std::vector<double> misses = for_each_task(of.runs.back(), which, tasks);
        const auto there = theirs(study, plan.pools[p], of.workers, which);
        row.insert(row.end(), {of_a_thousand(median(misses)), there ? of_a_thousand(*there) : "-"});
        const std::string key(which == level::first ? "first_level_misses" : "last_level_misses");
        numbers[key] = for_each_task(of.runs.back(), which, 1);
      }
      found.figures.rows.push_back(std::move(row));
      found.rows.push_back(std::move(numbers));
    }
    if (std::ranges::find(study.judged, of.workers) == study.judged.end()) continue;
    if (!found.wrong.empty()) continue;
    for (const auto& [which, name] : levels) add_claims(found, study, of, which, name, tasks);
  }
  return found;
}

}  // namespace jackdaw::cli
