#include <map>
#include <ostream>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "cli/model/model_plot.hpp"
#include "cli/model/model_report.hpp"
#include "cli/reproduce/studies/kinds.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr measure::model theirs{1.1, 2};

/// One input on one pool with so many workers, round by round.
struct bound_rounds {
  std::vector<double> seconds;
  std::vector<double> bound;
  std::vector<double> utilization;
  std::vector<double> processors;
};

}  // namespace

studied bound_of(const paper_study& study, const study_choice& choice, const environment& here,
                 progress& shown) {
  surroundings there({.cycler = study.cycler});
  surroundings alone;
  std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  model_plan plan;
  plan.pools = choice.pools;
  plan.workers = choice.workers.empty() ? crowd_counts(default_workers()) : choice.workers;
  plan.repeat = 1;
  plan.placed.surplus = surplus_use::work;  // as the paper's processes do
  (void)cli::study(inputs, plan, alone, there, shown);
  studied found;
  model_study joined;
  std::map<std::tuple<std::size_t, std::size_t, unsigned>, bound_rounds> points;
  for (unsigned round = 0; round < choice.repeat; ++round) {
    model_study one = cli::study(inputs, plan, alone, there, shown);
    for (const auto& each : one.points) {
      bound_rounds& to = points[{each.input, each.pool, static_cast<unsigned>(each.run.workers)}];
      to.seconds.push_back(each.run.seconds);
      to.bound.push_back(theirs.seconds(each.run));
      to.utilization.push_back(each.run.utilization());
      to.processors.push_back(each.run.processors);
    }
    found.wrong.insert(found.wrong.end(), one.wrong.begin(), one.wrong.end());
    if (round == 0) {
      joined = std::move(one);
    } else {
      joined.points.insert(joined.points.end(), one.points.begin(), one.points.end());
    }
  }
  using enum table::side;
  found.figures.columns = {{"input"},      {"pool"},         {"P", right},          {"P_A", right},
                           {"T_P", right}, {"T1/T∞", right}, {"utilization", right}};
  for (const auto& [key, rounds] : points) {
    const auto& [input, pool, workers] = key;
    const auto& about = joined.inputs[input];
    found.figures.rows.push_back(
        {about.label, joined.pools[pool], std::to_string(workers),
         fmt::format("{:.2f}", median(rounds.processors)), cli::duration(median(rounds.seconds)),
         fmt::format("{:.4g}", about.parallelism), fmt::format("{:.3f}", median(rounds.utilization))});
    found.rows.push_back({{"input", about.label},
                          {"pool", joined.pools[pool]},
                          {"workers", workers},
                          {"parallelism", about.parallelism},
                          {"seconds", rounds.seconds},
                          {"bound_seconds", rounds.bound},
                          {"processors", rounds.processors},
                          {"utilization", rounds.utilization}});
    found.claims.push_back(
        claim_on_bound(fmt::format("{} on {}, {}", about.label, joined.pools[pool], workers_text(workers)),
                       "T_P <= 1.1 T1/P_A + 2 T∞ P/P_A", rounds.seconds, rounds.bound));
  }
  for (const model_fit& each : fits(joined, theirs)) {
    found.figures.below.push_back(fmt::format(
        "{}: average c1 = {:.3f}, c∞ = {:.3f}; envelope c1 = {:.3f}, c∞ = {:.3f}", joined.pools[each.pool],
        each.average.c1, each.average.c_infinity, each.envelope.c1, each.envelope.c_infinity));
  }
  found.notes = warnings(joined);
  found.notes.push_back("Surroundings: " + joined.surroundings);
  found.picture = [joined](std::ostream& out, canvas::format format) { draw(out, format, joined, theirs); };
  return found;
}

}  // namespace jackdaw::cli
