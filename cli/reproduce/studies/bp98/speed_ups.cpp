#include <algorithm>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "cli/chart/line_chart.hpp"
#include "cli/chart/sheet/chart_style.hpp"
#include "cli/chart/sheet/legend.hpp"
#include "cli/reproduce/studies/kinds.hpp"
#include "cli/reproduce/studies/versions.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

/// A panel for the static versions and one for each pool, as the paper's (a) and (b).
void draw_panels(std::ostream& out, canvas::format format, const std::string& title,
                 const std::vector<std::string>& names, const std::vector<line_panel>& panels) {
  constexpr double margin = 24;
  constexpr double width = 960;
  constexpr double heading = 56;
  constexpr double tall = 380;
  const auto count = static_cast<double>(panels.size());
  const double each_width = (width - (count + 1) * margin) / count;
  const legend keys(names, width - 2 * margin);
  canvas sheet(out, format, width, heading + tall + keys.height() + margin);
  const lettering big{17, ink_text, anchor::start, true};
  sheet.text({margin, 34}, fitted(sheet, title, big, width - 2 * margin), big);
  double left = margin;
  for (const line_panel& each : panels) {
    if (!each.curves.empty()) draw(sheet, {left, heading, each_width, tall}, each);
    left += each_width + margin;
  }
  keys.draw(sheet, {margin, heading + tall});
  sheet.finish();
}

std::vector<unsigned> counts_of(const study_choice& choice, unsigned processors) {
  std::vector<unsigned> counts = choice.workers.empty() ? crowd_counts(default_workers()) : choice.workers;
  counts.insert(counts.end(), {1, processors, processors + 1});
  std::ranges::sort(counts);
  counts.erase(std::ranges::unique(counts).begin(), counts.end());
  return counts;
}

}  // namespace

studied speed_ups_of(const paper_study& study, const study_choice& choice, const environment& here,
                     progress& shown) {
  const unsigned processors = base::cpu_budget::affinity();
  const std::vector<unsigned> counts = counts_of(choice, processors);
  const std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  std::vector<std::string> texts;
  for (const model_input& each : inputs) texts.push_back(as_static(each.text));
  std::vector<model_input> partitioned = inputs_of(texts, here);
  prepare(partitioned);
  std::vector<version> all;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    all.push_back({i, static_version, partitioned[i].app.get()});
    for (const std::string& pool : choice.pools) all.push_back({i, pool, inputs[i].app.get()});
  }
  version_times times = run_versions(all, inputs, counts, choice.repeat, shown);

  studied found;
  found.wrong = std::move(times.wrong);
  found.figures.columns = {{"input"}, {"version"}};
  for (const unsigned count : counts)
    found.figures.columns.push_back({fmt::format("P={}", count), table::side::right});
  found.figures.below.push_back("Speed-ups T1 / T_P, each version by its own time with one worker; medians");
  std::vector<line_panel> panels{
      {.title = "Statically partitioned", .x_label = "workers", .y_label = "T1 / T_P", .curves = {}}};
  for (const std::string& pool : choice.pools)
    panels.push_back({.title = pool, .x_label = "workers", .y_label = "T1 / T_P", .curves = {}});
  std::vector<std::string> names;
  for (const model_input& each : inputs) names.push_back(each.label);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<double>& alone = times.of(i, 1);
    std::vector<std::string> row{names[all[i].input], all[i].on};
    curve line{all[i].input, {}};
    for (const unsigned count : counts) {
      const std::vector<double>& seconds = times.of(i, count);
      const double speed_up = alone.empty() || seconds.empty() ? 0 : median(alone) / median(seconds);
      row.push_back(speed_up > 0 ? fmt::format("{:.2f}", speed_up) : "WRONG");
      if (speed_up > 0) line.points.push_back({static_cast<double>(count), speed_up, speed_up, speed_up});
      found.rows.push_back(
          {{"input", names[all[i].input]}, {"version", all[i].on}, {"workers", count}, {"seconds", seconds}});
    }
    found.figures.rows.push_back(std::move(row));
    if (!line.points.empty()) panels[i % panels.size()].curves.push_back(std::move(line));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string where = names[all[i].input];
    const auto& crowded = times.of(i, processors + 1);
    const bool is_static = all[i].on == static_version;
    found.claims.push_back(
        claim_on_ratio(fmt::format("{}, {}, {} workers by {}", where, all[i].on, processors + 1, processors),
                       is_static ? "slower" : "as fast", is_static ? relation::slower : relation::as_fast,
                       crowded, times.of(i, processors)));
    if (is_static) continue;
    const std::size_t partitioned_one = all[i].input * panels.size();
    found.claims.push_back(claim_on_ratio(
        fmt::format("{}, {} workers, {} by {}", where, processors + 1, static_version, all[i].on), "slower",
        relation::slower, times.of(partitioned_one, processors + 1), crowded));
  }
  found.picture = [names, panels, title = std::string(study.name) + ": speed-ups"](std::ostream& out,
                                                                                   canvas::format format) {
    draw_panels(out, format, title, names, panels);
  };
  return found;
}

}  // namespace jackdaw::cli
