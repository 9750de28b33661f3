#include "cli/compare/finals.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/compare/report/comparison_report.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

[[nodiscard]] std::set<unsigned> counts_of(const comparison& found) {
  std::set<unsigned> counts;
  for (const measurement& each : found.results) counts.insert(each.choice.workers);
  return counts;
}

/// The right ones with so many workers, the fastest first, each pool once.
[[nodiscard]] std::vector<const measurement*> places(const comparison& found, unsigned workers) {
  std::vector<const measurement*> all;
  for (const measurement& each : found.results) {
    if (each.correct && each.choice.workers == workers) all.push_back(&each);
  }
  std::ranges::stable_sort(all, {}, [](const measurement* each) { return each->time(); });
  std::set<std::string> seen;
  std::erase_if(all, [&](const measurement* each) { return !seen.insert(each->choice.pool).second; });
  return all;
}

[[nodiscard]] bool is_default_pool(const measurement* one) {
  return one->choice.pool == scheduler_choice().pool;
}

void print_summary(std::ostream& out, const std::vector<final_result>& found, unsigned workers) {
  double logarithms = 0;
  for (const final_result& each : found) logarithms += std::log(each.ratio());
  const auto worst = std::ranges::max_element(found, {}, &final_result::ratio);
  out << fmt::format(
      "\n{} on {}: {:.3f} times the time of the best other pool (geometric mean), at worst {:.2f} ({})\n",
      worst->ours->choice.pool, workers_text(workers),
      std::exp(logarithms / static_cast<double>(found.size())), worst->ratio(), worst->app);
}

}  // namespace

comparison_plan finals_after(const comparison& found, const comparison_plan& first, unsigned repeat) {
  comparison_plan plan = first;
  plan.choices.clear();
  plan.repeat = repeat;
  for (const unsigned workers : counts_of(found)) {
    const auto all = places(found, workers);
    const auto ours = std::ranges::find_if(all, is_default_pool);
    if (ours == all.end() || all.size() < 2) continue;
    plan.choices.push_back((*ours)->choice);
    std::size_t others = 0;
    for (const measurement* each : all) {
      if (!is_default_pool(each) && others++ < others_in_finals) plan.choices.push_back(each->choice);
    }
  }
  return plan;
}

std::vector<final_result> results_of(const std::vector<comparison>& finals, unsigned workers) {
  std::vector<final_result> all;
  for (const comparison& each : finals) {
    const auto found = places(each, workers);
    const auto ours = std::ranges::find_if(found, is_default_pool);
    const auto best = std::ranges::find_if_not(found, is_default_pool);
    if (each.correct() && ours != found.end() && best != found.end()) all.push_back({each.app, *ours, *best});
  }
  return all;
}

void print_finals(std::ostream& out, const std::vector<comparison>& finals) {
  using enum table::side;
  std::set<unsigned> counts;
  for (const comparison& each : finals) counts.merge(counts_of(each));
  for (const unsigned workers : counts) {
    const auto found = results_of(finals, workers);
    if (found.empty()) continue;
    out << "\nMeasured again, in turns with the best other pools (" << others_in_finals << " at most), "
        << workers_text(workers) << ", " << name_of(finals.front().by) << " of "
        << found.front().ours->seconds.size() << '\n';
    table rows({{"application"},
                {"ours", right},
                {"best other", right},
                {"pool"},
                {"ratio", right},
                {"noise", right}});
    for (const final_result& each : found) {
      const auto whole = std::ranges::find(finals, each.app, &comparison::app);
      const auto noise = whole->noise();
      rows.row({each.app, duration(each.ours->time()), duration(each.best->time()), each.best->choice.pool,
                fmt::format("{:.2f}", each.ratio()), noise ? fmt::format("{:.1f} %", 100 * *noise) : "-"});
    }
    rows.print(out);
    print_summary(out, found, workers);
  }
  for (const comparison& each : finals) print_wrong(out, each);
}

}  // namespace jackdaw::cli
