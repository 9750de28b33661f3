#include "cli/reproduce/measuring.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "cli/app_choice.hpp"
#include "cli/reproduce/replayed/replayed_rounds.hpp"
#include "cli/reproduce/results/known_results.hpp"

namespace jackdaw::cli {

reproduction measured(const paper_result& result, apps::app& app, unsigned repeat, progress& shown,
                      beyond then, const std::vector<known_rival>& rivals) {
  const circumstances_watch watch;
  const auto others = then == beyond::replays ? beyond_here(result.workers) : std::vector<unsigned>();
  comparison_plan plan = plan_for(result, repeat);
  const auto is_replayed = [&](const auto& each) {
    return std::ranges::find(others, each.workers) != others.end();
  };
  for (const known_rival& each : rivals) {
    for (const unsigned workers : result.workers) {
      if (each.program != nullptr) plan.rivals.push_back({each.program, workers});
    }
  }
  std::erase_if(plan.choices, is_replayed);
  std::erase_if(plan.rivals, is_replayed);
  comparison found = compare(app, std::string(result.app), plan, shown);
  comparison replayed;
  if (!others.empty()) replayed = replayed_rounds(result, app, others, repeat, shown);
  circumstances where = watch.now();
  reproduction both = side_by_side(result, std::move(found), std::move(replayed));
  judge_only_up_to(base::cpu_budget::affinity(), both);
  both.where = std::move(where);
  both.rival_lines = lines_of(rivals, others);
  return both;
}

sized_app app_of_size(const paper_result& result, input_size size, const environment& here, progress& shown) {
  shown.doing(std::string(result.app) + ": preparing the input");
  sized_app all{with_options(*entry_of(result, here), options_of(result, size)), size};
  all.app->prepare();
  return all;
}

sized_app fitting_app(const paper_result& result, unsigned repeat, double seconds, const environment& here,
                      progress& shown) {
  sized_app usual = app_of_size(result, input_size::usual, here, shown);
  comparison_plan plan = plan_for(result, 1);
  const std::size_t in_a_round = plan.choices.size() + result.rivals.size() * result.workers.size();
  const auto runs = static_cast<double>(in_a_round * (repeat + 1));  // one round more warms up
  plan.choices.resize(1);
  plan.warm_up = false;
  const double one =
      compare(*usual.app, std::string(result.app), plan, shown).results.front().seconds.front();
  return one * runs <= seconds ? std::move(usual) : app_of_size(result, input_size::small, here, shown);
}

}  // namespace jackdaw::cli
