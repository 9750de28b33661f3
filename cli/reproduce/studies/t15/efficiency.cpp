#include <algorithm>
#include <map>
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

/// An input on a pool with so many workers, of correct runs.
struct efficiency_point {
  std::size_t version;
  const model_input* input;
  const std::string* pool;
  unsigned workers;
  task_facts facts;
  double serial;  ///< median seconds
  std::vector<double> seconds;

  [[nodiscard]] double speed_up() const { return serial / median(seconds); }
  [[nodiscard]] double efficiency() const { return speed_up() / workers; }
  /// Cycles of all workers for each task, without what the task itself takes; below 0 within the noise.
  [[nodiscard]] double overhead() const {
    return (median(seconds) * workers - serial) / facts.tasks * 1e9 / facts.cycle_nanoseconds;
  }
};

std::vector<unsigned> counts_with_one(const study_choice& choice) {
  std::vector<unsigned> counts =
      choice.workers.empty() ? budget_counts(base::cpu_budget::affinity()) : choice.workers;
  counts.push_back(1);
  std::ranges::sort(counts);
  counts.erase(std::ranges::unique(counts).begin(), counts.end());
  return counts;
}

/// Of all workers, by the serial program, in each round.
std::vector<double> ideal_times(const std::vector<double>& serial, double efficiency, unsigned workers) {
  std::vector<double> all;
  for (const double each : serial) all.push_back(each / (efficiency * workers));
  return all;
}

std::vector<double> for_each_task(std::vector<double> seconds, double tasks) {
  if (tasks > 0) {
    for (double& each : seconds) each /= tasks;
  }
  return seconds;
}

/// Curves: speed-ups over workers; or efficiency over the option, with the most workers.
line_panel panel_of(const paper_study& study, const std::vector<efficiency_point>& points, unsigned most,
                    std::vector<std::string>& names) {
  const bool is_along = !study.along.empty();
  line_panel panel{.title = std::string(study.name),
                   .x_label = is_along ? std::string(study.along.substr(2)) : "workers",
                   .y_label = is_along ? fmt::format("efficiency T_s / (P T_P), {}", workers_text(most))
                                       : "speed-up T_s / T_P",
                   .curves = {},
                   .diagonal = !is_along};
  std::map<std::string, std::size_t> known;
  for (const efficiency_point& each : points) {
    if (is_along && each.workers != most) continue;
    const auto x = is_along ? number_after(each.input->text, study.along) : each.workers;
    if (!x || *x <= 0) continue;
    const std::string name =
        (is_along ? without_option(each.input->text, study.along) : each.input->label) + ", " + *each.pool;
    const auto [place, is_new] = known.try_emplace(name, names.size());
    if (is_new) {
      names.push_back(name);
      panel.curves.push_back({place->second, {}});
    }
    const auto value = [&](double seconds) { return each.serial / seconds / (is_along ? each.workers : 1); };
    const auto [least, largest] = std::ranges::minmax(each.seconds);
    panel.curves[place->second].points.push_back(
        {*x, value(median(each.seconds)), value(largest), value(least)});
  }
  return panel;
}

void add_efficiency_claims(studied& found, const paper_study& study,
                           const std::vector<efficiency_point>& points, const version_times& times,
                           unsigned most) {
  for (const efficiency_point& each : points) {
    if (each.workers != most) continue;
    const std::string where = fmt::format("{} on {}, {}", each.input->label, *each.pool, workers_text(most));
    for (const least_efficiency& claim : study.reached) {
      if (!has_words(each.input->text, claim.with)) continue;
      found.claims.push_back(
          claim_on_bound(where, fmt::format("efficiency {:.2f} at least", claim.least), each.seconds,
                         ideal_times(times.of(each.version, serial_program), claim.least, most)));
    }
    for (const paper_ratio& claim : study.ratios) {
      if (!has_words(each.input->text, claim.of)) continue;
      const std::string partner = with_words(each.input->text, claim.of, claim.by);
      const auto other = std::ranges::find_if(points, [&](const efficiency_point& one) {
        return one.input->text == partner && one.pool == each.pool && one.workers == most;
      });
      if (other == points.end()) continue;
      const bool is_by_task = each.facts.tasks > 0 && other->facts.tasks > 0;
      found.claims.push_back(claim_on_ratio(
          fmt::format("{}: {} by that of {}", where, is_by_task ? "time of a task" : "time", claim.by),
          claim.is_slower ? "slower" : "as fast", claim.is_slower ? relation::slower : relation::as_fast,
          for_each_task(each.seconds, is_by_task ? each.facts.tasks : 0),
          for_each_task(other->seconds, is_by_task ? other->facts.tasks : 0)));
    }
  }
}

}  // namespace

studied efficiency_of(const paper_study& study, const study_choice& choice, const environment& here,
                      progress& shown) {
  const std::vector<unsigned> workers = counts_with_one(choice);
  const std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  std::vector<version> all;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (const std::string& pool : choice.pools) all.push_back({i, pool, inputs[i].app.get()});
  }
  std::vector<unsigned> counts{serial_program};
  counts.insert(counts.end(), workers.begin(), workers.end());
  version_times times = run_versions(all, inputs, counts, choice.repeat, shown);

  studied found;
  found.wrong = std::move(times.wrong);
  using enum table::side;
  found.figures.columns = {{"input"},      {"pool"},           {"P", right},          {"T_s", right},
                           {"T_P", right}, {"T_s/T_P", right}, {"efficiency", right}, {"overhead", right}};
  found.figures.below.push_back(
      "Medians; T_s: the serial program. overhead: cycles for each task, of all workers, beyond the serial "
      "program");
  std::vector<efficiency_point> points;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const model_input& input = inputs[all[i].input];
    const auto& serial = times.of(i, serial_program);
    for (const unsigned count : workers) {
      const auto& seconds = times.of(i, count);
      std::vector<std::string> row{input.label, all[i].on, std::to_string(count)};
      apps::json numbers{{"input", input.label},
                         {"pool", all[i].on},
                         {"workers", count},
                         {"serial_seconds", serial},
                         {"seconds", seconds}};
      if (serial.empty() || seconds.empty()) {
        row.insert(row.end(), {"-", "WRONG", "-", "-", "-"});
      } else {
        const efficiency_point& point = points.emplace_back(i, &input, &choice.pools[i % choice.pools.size()],
                                                            count, facts_of(input), median(serial), seconds);
        row.insert(row.end(),
                   {cli::duration(point.serial), cli::duration(median(seconds)),
                    fmt::format("{:.2f}", point.speed_up()), fmt::format("{:.3f}", point.efficiency()),
                    point.facts.are_known() ? fmt::format("{:.0f}", point.overhead()) : "-"});
        numbers["efficiency"] = point.efficiency();
        if (point.facts.are_known()) numbers["overhead_cycles"] = point.overhead();
      }
      found.figures.rows.push_back(std::move(row));
      found.rows.push_back(std::move(numbers));
    }
  }
  add_efficiency_claims(found, study, points, times, workers.back());
  std::vector<std::string> names;
  line_panel panel = panel_of(study, points, workers.back(), names);
  if (!panel.curves.empty())
    found.picture = [names, panel](std::ostream& out, canvas::format format) {
      draw_curves(out, format, names, panel);
    };
  return found;
}

}  // namespace jackdaw::cli
