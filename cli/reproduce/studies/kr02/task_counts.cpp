#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/reproduce/studies/kinds.hpp"
#include "cli/schedulers.hpp"

namespace jackdaw::cli {

namespace {

/// What the paper has for this input; null where it has nothing.
const counted_tasks* row_of(const paper_study& study, const std::string& input) {
  const auto is_in = [&](const counted_tasks& each) {
    return (input + ' ').find(std::string(each.of) + ' ') != std::string::npos;
  };
  const auto found = std::ranges::find_if(study.counts, is_in);
  return found == study.counts.end() ? nullptr : &*found;
}

study_claim claim_on_count(const counted_tasks& there, const std::string& pool, std::uint64_t here) {
  const double ratio = static_cast<double>(here) / static_cast<double>(there.tasks);
  study_claim one{fmt::format("{}, {}", there.of, pool), fmt::format("{} tasks", there.tasks),
                  ratio_interval{.middle = ratio, .low = ratio, .high = ratio}};
  one.judged = here == there.tasks ? verdict::agrees : verdict::differs;
  return one;
}

}  // namespace

studied task_counts_of(const paper_study& study, const study_choice& choice, const environment& here,
                       progress& shown) {
  const std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  const std::vector<std::string>& texts = inputs_for(study, choice.size);
  const unsigned workers = choice.workers.empty() ? study.workers.front() : choice.workers.front();
  studied found;
  using enum table::side;
  found.figures.columns = {{"input"}, {"pool"}, {"tasks", right}};
  std::size_t step = 0;
  for (const std::string& pool : choice.pools) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      shown.doing(fmt::format("{} on {}", inputs[i].label, pool), ++step,
                  inputs.size() * choice.pools.size());
      any_scheduler scheduler = open_scheduler(resolved({.pool = pool, .workers = workers}));
      static_cast<void>(inputs[i].app->run(scheduler));
      const std::uint64_t tasks = scheduler.tasks();
      const apps::verdict checked = inputs[i].app->check();
      if (!checked.passed)
        found.wrong.push_back(fmt::format("{} on {}: {}", inputs[i].label, pool, checked.line));
      found.figures.rows.push_back({inputs[i].label, pool, checked.passed ? std::to_string(tasks) : "WRONG"});
      found.rows.push_back({{"input", texts[i]},
                            {"pool", pool},
                            {"tasks", checked.passed ? apps::json(tasks) : apps::json(nullptr)}});
      const counted_tasks* const there = row_of(study, texts[i]);
      if (checked.passed && there != nullptr) found.claims.push_back(claim_on_count(*there, pool, tasks));
    }
  }
  return found;
}

}  // namespace jackdaw::cli
