#include "cli/model/model_report.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/support/text/quoted.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string three_digits(double value) { return fmt::format("{:.3f}", value); }

apps::json to_json(const measure::model& one) { return {{"c1", one.c1}, {"c_infinity", one.c_infinity}}; }

void print_points(std::ostream& out, const model_study& found, const measure::model& bound) {
  using enum table::side;
  table rows({{"input"},
              {"pool"},
              {"P", right},
              {"T1", right},
              {"T_P", right},
              {"P_A", right},
              {"T1/T∞", right},
              {"P/(T1/T∞)", right},
              {"utilization", right},
              {"bound", right},
              {"ratio", right},
              {"preempted", right},
              {"asleep", right},
              {""}});
  for (const auto& each : found.points) {
    const measure::execution& run = each.run;
    const double to_bound = ratio(run, bound);
    rows.row({found.inputs[each.input].label, found.pools[each.pool], fmt::format("{}", run.workers),
              duration(run.work), duration(run.seconds), fmt::format("{:.2f}", run.processors),
              fmt::format("{:.4g}", found.inputs[each.input].parallelism),
              fmt::format("{:.3g}", run.normalized_workers()), three_digits(run.utilization()),
              three_digits(bound.utilization(run.normalized_workers())), three_digits(to_bound),
              each.preempted ? percent(each.preempted_share()) : "?", percent(each.asleep_share()),
              to_bound > 1 ? "<- breaks" : ""});
  }
  rows.print(out);
}

void print_fits(std::ostream& out, const std::vector<model_fit>& all, const model_study& found) {
  using enum table::side;
  table rows({{"pool"},
              {"points", right},
              {"c1", right},
              {"c∞", right},
              {"average c1", right},
              {"c∞", right},
              {"mean utilization", right},
              {"breaks", right},
              {"worst ratio", right}});
  for (const model_fit& each : all) {
    rows.row({found.pools[each.pool], std::to_string(each.points), three_digits(each.envelope.c1),
              three_digits(each.envelope.c_infinity), three_digits(each.average.c1),
              three_digits(each.average.c_infinity), three_digits(each.utilization),
              std::to_string(each.broken), three_digits(each.worst)});
  }
  rows.print(out);
}

void print_verdict(std::ostream& out, const model_study& found, const measure::model& bound) {
  const std::string formula =
      fmt::format("T_P <= {:.6g} T1/P_A + {:.6g} T∞ P/P_A", bound.c1, bound.c_infinity);
  const auto broken = std::ranges::count_if(
      found.points, [&](const model_study::point& each) { return ratio(each.run, bound) > 1; });
  if (broken == 0) {
    out << formula << " holds at all " << found.points.size() << " points\n";
    return;
  }
  const auto& worst = *std::ranges::max_element(
      found.points, {}, [&](const model_study::point& each) { return ratio(each.run, bound); });
  out << formula << " breaks at " << broken << " of " << found.points.size() << " points, most with "
      << apps::quoted(found.inputs[worst.input].label, 400) << " on " << found.pools[worst.pool] << ", "
      << workers_text(static_cast<unsigned>(worst.run.workers))
      << fmt::format(": {:.3f} times the bound\n", ratio(worst.run, bound));
}

}  // namespace

std::vector<std::string> warnings(const model_study& found) {
  constexpr double inexact = 0.02;  // T1 and P_A T_P are of different runs
  constexpr double much = 0.05;
  std::vector<std::string> all;
  const auto impossible = std::ranges::count_if(
      found.points, [](const model_study::point& each) { return each.run.utilization() > 1 + inexact; });
  if (impossible != 0) {
    all.push_back(fmt::format(
        "utilization is above 1 at {} of {} points, which is impossible: T1, of one worker alone, is "
        "more than P_A T_P. "
        "The machine was slower when T1 was measured, or P_A is not what the workers had: "
        "expected a quiet machine, "
        "or a larger --repeat",
        impossible, found.points.size()));
  }
  const auto preempted = std::ranges::count_if(
      found.points, [](const model_study::point& each) { return each.preempted_share() > much; });
  if (preempted != 0) {
    all.push_back(
        fmt::format("workers were preempted for more than {:.0f} % of their time at {} of {} points: T1, T∞ "
                    "and P_A are in CPU "
                    "time, T_P is not",
                    100 * much, preempted, found.points.size()));
  }
  return all;
}

double ratio(const measure::execution& run, const measure::model& bound) {
  return run.seconds / bound.seconds(run);
}

std::vector<model_fit> fits(const model_study& found, const measure::model& bound) {
  std::vector<model_fit> all;
  for (std::size_t pool = 0; pool < found.pools.size(); ++pool) {
    const auto runs = found.runs_of(pool);
    if (runs.empty()) continue;
    model_fit one{pool, runs.size(), measure::envelope(runs), measure::average(runs), 0, 0, 0};
    for (const measure::execution& each : runs) {
      one.utilization += each.utilization() / static_cast<double>(runs.size());
      one.broken += ratio(each, bound) > 1 ? 1 : 0;
      one.worst = std::max(one.worst, ratio(each, bound));
    }
    all.push_back(one);
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &model_fit::utilization);
  return all;
}

void print(std::ostream& out, const model_study& found, const measure::model& bound) {
  out << found.surroundings << "; P_A by "
      << (found.plan.granted == processors_by::cpu_time ? "CPU time" : "what was left") << "; "
      << name_of(found.plan.by) << " of " << found.plan.repeat << "\n\n";
  if (!found.points.empty()) {
    print_points(out, found, bound);
    out << '\n';
    print_fits(out, fits(found, bound), found);
    out << '\n';
    print_verdict(out, found, bound);
  }
  for (const auto& line : warnings(found)) out << "warning: " << line << '\n';
  for (const auto& line : found.wrong) out << "WRONG " << apps::quoted(line, 1000) << '\n';
}

apps::json to_json(const model_study& found, const measure::model& bound) {
  apps::json all{{"surroundings", found.surroundings},
                 {"processors_by", found.plan.granted == processors_by::cpu_time ? "cpu" : "left"},
                 {"by", name_of(found.plan.by)},
                 {"repeat", found.plan.repeat},
                 {"bound", to_json(bound)},
                 {"inputs", apps::json::array()},
                 {"points", apps::json::array()},
                 {"fits", apps::json::array()},
                 {"checked", found.wrong.empty()},
                 {"wrong", found.wrong},
                 {"warnings", warnings(found)}};
  for (const auto& each : found.inputs) {
    all["inputs"].push_back({{"text", each.text},
                             {"input", each.label},
                             {"parallelism", each.parallelism},
                             {"by_formula", each.by_formula}});
  }
  for (const auto& each : found.points) {
    const measure::execution& run = each.run;
    all["points"].push_back(
        {{"input", found.inputs[each.input].label},
         {"pool", found.pools[each.pool]},
         {"workers", run.workers},
         {"work_seconds", run.work},
         {"span_seconds", run.span},
         {"seconds", run.seconds},
         {"processors", run.processors},
         {"processors_by_cpu_time", each.granted.own},
         {"processors_left", each.granted.left},
         {"cycler_processors", each.granted.taken},
         {"preempted", each.preempted ? apps::json(each.preempted_share()) : apps::json()},
         {"asleep", each.asleep_share()},
         {"normalized_workers", run.normalized_workers()},
         {"utilization", run.utilization()},
         {"bound", bound.utilization(run.normalized_workers())},
         {"ratio", ratio(run, bound)},
         {"holds", ratio(run, bound) <= 1}});
  }
  for (const model_fit& each : fits(found, bound)) {
    all["fits"].push_back({{"pool", found.pools[each.pool]},
                           {"points", each.points},
                           {"envelope", to_json(each.envelope)},
                           {"average", to_json(each.average)},
                           {"mean_utilization", each.utilization},
                           {"broken", each.broken},
                           {"worst_ratio", each.worst}});
  }
  return all;
}

}  // namespace jackdaw::cli
