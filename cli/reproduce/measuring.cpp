#include "cli/reproduce/measuring.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "cli/app_choice.hpp"
#include "cli/reproduce/known_results.hpp"
#include "cli/reproduce/replayed/replayed_rounds.hpp"

namespace jackdaw::cli {

reproduction measured(const paper_result& result, apps::app& app, unsigned repeat, progress& shown,
                      beyond then) {
  const circumstances_watch watch;
  const auto others = then == beyond::replays ? beyond_here(result.workers) : std::vector<unsigned>();
  comparison_plan plan = plan_for(result, repeat);
  std::erase_if(plan.choices, [&](const scheduler_choice& each) {
    return std::ranges::find(others, each.workers) != others.end();
  });
  comparison found = compare(app, std::string(result.app), plan, shown);
  comparison replayed;
  if (!others.empty()) replayed = replayed_rounds(result, app, others, repeat, shown);
  circumstances where = watch.now();
  reproduction both = side_by_side(result, std::move(found), std::move(replayed));
  both.where = std::move(where);
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
  const auto runs = static_cast<double>(plan.choices.size() * (repeat + 1));  // one round more warms up
  plan.choices.resize(1);
  plan.warm_up = false;
  const double one =
      compare(*usual.app, std::string(result.app), plan, shown).results.front().seconds.front();
  return one * runs <= seconds ? std::move(usual) : app_of_size(result, input_size::small, here, shown);
}

}  // namespace jackdaw::cli
