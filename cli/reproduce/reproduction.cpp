#include "cli/reproduce/reproduction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/compare/ranking.hpp"
#include "cli/reproduce/compared_parts.hpp"
#include "cli/schedulers.hpp"

namespace jackdaw::cli {

namespace {

/// Ranks from 1; equal values share the mean of theirs.
std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double each : values) {
    const auto less = std::ranges::count_if(values, [&](double other) { return other < each; });
    const auto equal = std::ranges::count(values, each);
    result.push_back(static_cast<double>(less) + (static_cast<double>(equal) + 1) / 2);
  }
  return result;
}

std::optional<double> seconds_of(const std::vector<ranked>& places, std::string_view name) {
  const auto place = std::ranges::find(places, name, &ranked::name);
  return place == places.end() ? std::nullopt : std::optional(place->seconds);
}

/// Of the paper's rows: the one with the best figure, the first of equals; "none" where none has any.
std::string_view first_of(const paper_result& result, std::size_t column) {
  const bool more_is_better = result.table.in == paper_table::unit::speed_up;
  const paper_row* first = nullptr;
  for (const paper_row& row : result.table.rows) {
    const auto& figure = row.figures[column];
    if (!figure) continue;
    if (first == nullptr ||
        (more_is_better ? *figure > *first->figures[column] : *figure < *first->figures[column]))
      first = &row;
  }
  return first == nullptr ? "none" : std::string_view(first->name);
}

reproduced_column column_of(const paper_result& result, const comparison& found, std::size_t number,
                            double one_worker) {
  const bool speed_up = result.table.in == paper_table::unit::speed_up;
  const ranking all = rank(found, result.workers[number]);
  const auto& places = places_of(result, all);
  reproduced_column column{result.workers[number], {}, {}, {}, first_of(result, number), "none"};
  std::vector<double> there;
  std::vector<double> here;
  for (const paper_row& row : result.table.rows) {
    column.paper.push_back(row.figures[number]);
    column.here.emplace_back();
    const auto seconds = seconds_of(places, row.name);
    if (!seconds || *seconds <= 0) continue;
    column.here.back() = speed_up ? one_worker / *seconds : 100 * (*seconds / places.front().seconds - 1);
    if (row.name == places.front().name) column.first_here = row.name;
    if (!column.paper.back()) continue;
    there.push_back(*column.paper.back());
    here.push_back(*column.here.back());
  }
  if (here.size() > 1) column.correlation = rank_correlation(there, here);
  return column;
}

}  // namespace

comparison_plan plan_for(const paper_result& result, unsigned repeat) {
  comparison_plan plan;
  using subject = paper_result::subject;
  const auto with_added = [&](std::vector<std::string> names, subject kind) {
    if (result.of == kind) names.insert(names.end(), result.added.begin(), result.added.end());
    return names;
  };
  const auto theirs = result.policies.empty() ? std::vector{scheduler_choice().idle} : result.policies;
  const auto policies = with_added(theirs, subject::policies);
  for (const unsigned workers : result.workers) {
    for (const auto& pool : with_added(result.pools, subject::pools)) {
      for (const auto& manager : with_added(result.managers, subject::managers)) {
        for (const auto& policy : policies)
          plan.choices.push_back(resolved({pool, manager, policy, workers, {}}));
      }
    }
  }
  plan.repeat = repeat;
  plan.serial = false;
  plan.by = estimate::least;
  return plan;
}

reproduction side_by_side(const paper_result& result, comparison found) {
  reproduction both{&result, std::move(found), {}, {}};
  both.additions = additions_of(result, both.found);
  const comparison theirs = without_additions(result, both.found);
  const ranking first = rank(theirs, result.workers.front());
  const auto& places = places_of(result, first);
  const double one_worker = places.empty() ? 0 : places.front().seconds;
  for (std::size_t i = 0; i < result.workers.size() && !result.table.rows.empty(); ++i)
    both.columns.push_back(column_of(result, theirs, i, one_worker));
  for (const unsigned workers : result.workers) {
    const ranking all = rank(theirs, workers);
    for (const paper_order& order : result.orders) {
      const auto faster = seconds_of(places_of(result, all), order.faster);
      const auto slower = seconds_of(places_of(result, all), order.slower);
      both.orders.push_back({.order = order,
                             .workers = workers,
                             .ratio = faster && slower && *faster > 0 ? *slower / *faster : 0,
                             .margin = std::max(reproduced_order::least, both.found.noise().value_or(0))});
    }
  }
  return both;
}

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> x = ranks(a);
  const std::vector<double> y = ranks(b);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;
  double together = 0;
  double of_x = 0;
  double of_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    together += (x[i] - mean) * (y[i] - mean);
    of_x += (x[i] - mean) * (x[i] - mean);
    of_y += (y[i] - mean) * (y[i] - mean);
  }
  return of_x > 0 && of_y > 0 ? together / std::sqrt(of_x * of_y) : 0;
}

}  // namespace jackdaw::cli
