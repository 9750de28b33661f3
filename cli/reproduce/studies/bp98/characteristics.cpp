#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "cli/model/model_study.hpp"
#include "cli/reproduce/studies/kinds.hpp"
#include "cli/reproduce/studies/versions.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

const characteristic_row* row_of(const paper_study& study, const model_input& input) {
  const std::string app = input.text.substr(0, input.text.find(' '));
  const auto found = std::ranges::find(study.rows, app, &characteristic_row::app);
  return found == study.rows.end() ? nullptr : &*found;
}

std::string ratio_text(const std::vector<double>& a, const std::vector<double>& b) {
  return a.empty() || b.empty() ? "-" : fmt::format("{:.3g}", median(a) / median(b));
}

std::string time_text(const std::vector<double>& seconds) {
  return seconds.empty() ? "-" : cli::duration(median(seconds));
}

std::string_view name_of(relation which) {
  return which == relation::slower ? "slower" : which == relation::faster ? "faster" : "as fast";
}

}  // namespace

studied characteristics_of(const paper_study& study, const study_choice& choice, const environment& here,
                           progress& shown) {
  const unsigned most = choice.workers.empty() ? base::cpu_budget::affinity() : choice.workers.back();
  std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  std::vector<std::string> texts;
  std::vector<std::size_t> of;  // which input each static version is of
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const characteristic_row* const paper = row_of(study, inputs[i]);
    if (paper == nullptr || !paper->static_by_stealing) continue;
    texts.push_back(as_static(inputs[i].text));
    of.push_back(i);
  }
  std::vector<model_input> partitioned;
  if (!texts.empty()) partitioned = inputs_of(texts, here);
  prepare(partitioned);

  surroundings alone;
  model_plan plan;
  plan.pools = {choice.pools.front()};
  plan.workers = {1};
  plan.repeat = 1;
  const model_study spans = cli::study(inputs, plan, alone, alone, shown);

  std::vector<version> all;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto place = std::ranges::find(of, i);
    if (place != of.end())
      all.push_back({i, static_version, partitioned[static_cast<std::size_t>(place - of.begin())].app.get()});
    for (const std::string& pool : choice.pools) all.push_back({i, pool, inputs[i].app.get()});
  }
  std::vector<unsigned> counts{serial_program, 1};
  if (most != 1) counts.push_back(most);
  version_times times = run_versions(all, inputs, counts, choice.repeat, shown);

  studied found;
  found.wrong = std::move(times.wrong);
  using enum table::side;
  const std::string last = fmt::format("T_{}", most);
  found.figures.columns = {{"input"},     {"version"},           {"T_s", right},
                           {"T1", right}, {"T1/T_s", right},     {"paper", right},
                           {"T∞", right}, {"T1/T∞", right},      {"paper", right},
                           {last, right}, {"T1/" + last, right}, {"T_s/" + last, right}};
  std::size_t partitioned_one = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const model_input& input = inputs[all[i].input];
    const characteristic_row* const paper = row_of(study, input);
    const bool is_static = all[i].on == static_version;
    if (is_static) partitioned_one = i;
    const auto& serial = times.of(i, serial_program);
    const auto& one = times.of(i, 1);
    const auto& many = times.of(i, most);
    const double parallelism = spans.inputs[all[i].input].parallelism;
    const bool has_paper = paper != nullptr && !is_static;
    found.figures.rows.push_back({input.label, all[i].on, time_text(serial), time_text(one),
                                  ratio_text(one, serial),
                                  has_paper ? fmt::format("{:.3f}", paper->overhead) : "-",
                                  is_static || one.empty() ? "-" : cli::duration(median(one) / parallelism),
                                  is_static ? "-" : fmt::format("{:.4g}", parallelism),
                                  has_paper ? fmt::format("{:.0f}", paper->parallelism) : "-",
                                  time_text(many), ratio_text(one, many), ratio_text(serial, many)});
    apps::json row{{"input", input.label},
                   {"version", all[i].on},
                   {"serial_seconds", serial},
                   {"one_worker_seconds", one},
                   {"workers", most},
                   {"seconds", many},
                   {"parallelism", is_static ? apps::json() : apps::json(parallelism)}};
    found.rows.push_back(std::move(row));
    if (!has_paper) continue;
    const relation overhead = relation_of(paper->overhead);
    found.claims.push_back(claim_on_ratio(input.label + ", " + all[i].on + ": T1 / T_s",
                                          fmt::format("{:.3f}: {}", paper->overhead, name_of(overhead)),
                                          overhead, one, serial));
    if (!paper->static_by_stealing) continue;
    const relation there = relation_of(*paper->static_by_stealing);
    found.claims.push_back(
        claim_on_ratio(fmt::format("{}: {} static / {}", input.label, last, all[i].on),
                       fmt::format("{:.3f}: {}", *paper->static_by_stealing, name_of(there)), there,
                       times.of(partitioned_one, most), many));
  }
  found.figures.below.push_back("Medians; T∞ is T1 by the parallelism of one recorded run with one worker");
  return found;
}

}  // namespace jackdaw::cli
