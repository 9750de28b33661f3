#include <algorithm>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "cli/reproduce/studies/kinds.hpp"
#include "cli/reproduce/studies/study_pictures.hpp"
#include "cli/reproduce/studies/t15/input_facts.hpp"
#include "cli/reproduce/studies/versions.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr double most_cycles = 300;  // the paper's for a dependency
constexpr double least_share =
    0.1;  // of a task, that dependencies of so many cycles are: else there is no claim

/// Seconds of all workers for each task, beyond the serial program, in each round.
std::vector<double> overheads(const std::vector<double>& seconds, const std::vector<double>& serial,
                              double tasks, unsigned workers) {
  std::vector<double> all;
  for (std::size_t i = 0; i < seconds.size(); ++i) all.push_back((seconds[i] * workers - serial[i]) / tasks);
  return all;
}

}  // namespace

studied dependencies_of(const paper_study& study, const study_choice& choice, const environment& here,
                        progress& shown) {
  const unsigned workers = choice.workers.empty() ? base::cpu_budget::affinity() : choice.workers.back();
  const std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  std::vector<version> all;
  for (const std::string& pool : choice.pools) {
    for (std::size_t i = 0; i < inputs.size(); ++i) all.push_back({i, pool, inputs[i].app.get()});
  }
  version_times times = run_versions(all, inputs, {serial_program, workers}, choice.repeat, shown);

  studied found;
  found.wrong = std::move(times.wrong);
  using enum table::side;
  found.figures.columns = {{"input"},       {"pool"},       {"P", right},
                           {"T_s", right},  {"T_P", right}, {"overhead", right},
                           {"more", right}, {"each", right}};
  found.figures.below = {
      "Medians. overhead: cycles for each task, of all workers, beyond the serial program. more: than "
      "without",
      "dependencies. each: that for each dependency"};
  bar_panel bars{fmt::format("cycles for each dependency, {}", workers_text(workers)), {}};
  for (std::size_t v = 0; v < all.size(); ++v) {
    const model_input& input = inputs[all[v].input];
    const std::size_t none = v - all[v].input;  // the same pool without dependencies
    const auto& seconds = times.of(v, workers);
    const auto& serial = times.of(v, serial_program);
    apps::json numbers{{"input", input.label},
                       {"pool", all[v].on},
                       {"workers", workers},
                       {"serial_seconds", serial},
                       {"seconds", seconds}};
    std::vector<std::string> row{input.label, all[v].on, std::to_string(workers)};
    if (seconds.empty() || serial.empty() || times.of(none, workers).empty()) {
      row.insert(row.end(), {"-", "WRONG", "-", "-", "-"});
    } else {
      const task_facts facts = facts_of(input);
      const double cycle = 1e-9 * facts.cycle_nanoseconds;
      const std::vector<double> over = overheads(seconds, serial, facts.tasks, workers);
      const std::vector<double> base = overheads(times.of(none, workers), times.of(none, serial_program),
                                                 facts_of(inputs.front()).tasks, workers);
      const double reads = number_after(input.text, study.along).value_or(0);
      std::vector<double> more;
      for (std::size_t i = 0; i < over.size(); ++i) more.push_back((over[i] - base[i]) / cycle);
      row.insert(row.end(), {cli::duration(median(serial)), cli::duration(median(seconds)),
                             fmt::format("{:.0f}", median(over) / cycle),
                             reads > 0 ? fmt::format("{:.0f}", median(more)) : "-",
                             reads > 0 ? fmt::format("{:.1f}", median(more) / reads) : "-"});
      numbers["overhead_cycles"] = median(over) / cycle;
      if (reads > 0) {
        const double each = median(more) / reads;
        const auto [least, largest] = std::ranges::minmax(more);
        numbers["cycles_for_each"] = each;
        bars.bars.push_back({fmt::format("{}, {}", input.label, all[v].on), std::max(0., each),
                             std::max(0., least / reads), std::max(0., largest / reads),
                             fmt::format("{:.0f}", each)});
        // Times instead of overheads: a bound has to be above 0. Where it is lost in the length of a task it says nothing.
        const double allowed = reads * most_cycles * cycle;
        if (allowed * facts.tasks < least_share * median(serial)) {
          found.figures.rows.push_back(std::move(row));
          found.rows.push_back(std::move(numbers));
          continue;
        }
        std::vector<double> took;
        std::vector<double> bound;
        for (std::size_t i = 0; i < over.size(); ++i) {
          took.push_back(seconds[i] * workers / facts.tasks);
          bound.push_back(serial[i] / facts.tasks + std::max(0., base[i]) + allowed);
        }
        found.claims.push_back(claim_on_bound(
            fmt::format("{} on {}, {}", input.label, all[v].on, workers_text(workers)),
            fmt::format("{:.0f} cycles for each dependency at most", most_cycles), took, bound));
      }
    }
    found.figures.rows.push_back(std::move(row));
    found.rows.push_back(std::move(numbers));
  }
  if (!bars.bars.empty())
    found.picture = [bars, title = std::string(study.name) + ": what a dependency costs"](
                        std::ostream& out, canvas::format format) { draw_bars(out, format, title, bars); };
  return found;
}

}  // namespace jackdaw::cli
