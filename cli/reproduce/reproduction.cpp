#include "cli/reproduce/reproduction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/compare/ranking.hpp"
#include "cli/reproduce/parts/compared_parts.hpp"
#include "cli/reproduce/verdict/part_rounds.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

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

/// The paper's time of a row by that of its first.
double ratio_there(paper_table::unit in, double row, double first) {
  return in == paper_table::unit::speed_up ? first / row : (100 + row) / (100 + first);
}

/// Each row by the paper's first one.
void judge(const paper_result& result, reproduced_column& column) {
  const auto first = std::ranges::find(column.rows, column.first_there, &reproduced_row::name);
  if (first == column.rows.end()) return;
  for (reproduced_row& each : column.rows) {
    if (each.name == column.first_there || !each.paper) continue;
    if (const auto here = interval_of(each.seconds, first->seconds))
      each.by_first = {*here, relation_of(ratio_there(result.table.in, *each.paper, *first->paper))};
  }
}

reproduced_column column_of(const paper_result& result, const comparison& found, std::size_t number,
                            double one_worker) {
  const bool speed_up = result.table.in == paper_table::unit::speed_up;
  const unsigned workers = result.workers[number];
  const ranking all = rank(found, workers);
  const auto& places = places_of(result, all);
  reproduced_column column{.workers = workers, .first_there = first_of(result, number)};
  std::vector<double> there;
  std::vector<double> here;
  const auto add = [&](std::string_view name, const std::optional<double>& paper,
                       const std::optional<double>& seconds) {
    column.rows.push_back({.name = name, .paper = paper});
    reproduced_row& own = column.rows.back();
    if (!seconds || *seconds <= 0) return;
    own.seconds = rounds_of(result, found, workers, name);
    if (places.empty()) return;  // a rival beside parts that are all wrong
    own.here = speed_up ? one_worker / *seconds : 100 * (*seconds / places.front().seconds - 1);
    if (name == places.front().name) column.first_here = name;
    if (!paper) return;
    there.push_back(*paper);
    here.push_back(*own.here);
  };
  for (const paper_row& row : result.table.rows)
    add(row.name, row.figures[number], seconds_of(places, row.name));
  for (const std::string& name : result.rivals) {
    if (const measurement* const one = found.rival_named(name, workers))
      add(name, std::nullopt, one->correct ? std::optional(one->time()) : std::nullopt);
  }
  if (here.size() > 1) column.correlation = rank_correlation(there, here);
  judge(result, column);
  return column;
}

bool has_workers(const comparison& found, unsigned workers) {
  return std::ranges::any_of(found.results,
                             [&](const measurement& each) { return each.choice.workers == workers; });
}

/// Whether this is a rival that was not measured with so many workers.
bool is_left_out(const paper_result& result, const comparison& found, std::string_view part,
                 unsigned workers) {
  return std::ranges::find(result.rivals, part) != result.rivals.end() &&
         found.rival_named(part, workers) == nullptr;
}

/// All figures of one origin: without what was added, and the best time by which speed-ups are.
struct source {
  source(const paper_result& result, const comparison& all, origin whence, unsigned base)
      : theirs(without_additions(result, all)), from(whence), is_by_one(base == 1) {
    const ranking first = rank(theirs, base);
    const auto& places = places_of(result, first);
    if (!places.empty()) one_worker = places.front().seconds;
  }

  comparison theirs;
  origin from;
  double one_worker = 0;  ///< 0: nothing was right
  bool is_by_one;         ///< that it is with one worker
};

/// The parts and the rivals with so many workers, and the orders between them.
void add_orders(const paper_result& result, const source& here, unsigned workers, reproduction& both) {
  const auto rounds = [&](std::string_view part) { return rounds_of(result, here.theirs, workers, part); };
  const auto add = [&](const std::string& part) {
    both.parts.push_back({part, workers, rounds(part), here.from});
    measured_part& own = both.parts.back();
    if (!here.is_by_one || here.one_worker <= 0 || own.seconds.empty()) return;
    const double seconds = median(own.seconds);
    if (seconds > 0) own.speed_up = here.one_worker / seconds;
  };
  for (const std::string& part : parts_of(result)) add(part);
  for (const std::string& part : result.rivals) {
    if (!is_left_out(result, here.theirs, part, workers)) add(part);
  }
  for (const paper_order& order : result.orders) {
    if (is_left_out(result, here.theirs, order.faster, workers) ||
        is_left_out(result, here.theirs, order.slower, workers))
      continue;
    const bool is_claimed = order.is_claimed_for(workers);
    if (!is_claimed && workers == 1) continue;  // these runs are what speed-ups are by
    both.orders.push_back({.order = order, .workers = workers, .from = here.from});
    if (const auto ratio = interval_of(rounds(order.slower), rounds(order.faster))) {
      both.orders.back().ratio = {*ratio, relation::slower};
      both.orders.back().ratio->is_claimed = is_claimed;
    }
  }
}

void add_additions(const paper_result& result, reproduction& both) {
  paper_result measured = result;
  std::erase_if(measured.workers, [&](unsigned each) { return !has_workers(both.found, each); });
  if (!measured.workers.empty()) both.additions = additions_of(measured, both.found);
  if (!both.is_replayed()) return;
  paper_result simulated = result;
  std::erase_if(simulated.workers, [&](unsigned each) { return has_workers(both.found, each); });
  simulated.workers.insert(simulated.workers.begin(), 1);
  for (reproduced_addition& each : additions_of(simulated, both.replayed)) {
    each.from = origin::replayed;
    if (each.workers != 1) both.additions.push_back(std::move(each));
  }
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
  scheduler_options options;
  if (result.is_crowded) options.surplus = surplus_use::work;
  for (const unsigned workers : result.workers) {
    for (const auto& pool : with_added(result.pools, subject::pools)) {
      for (const auto& manager : with_added(result.managers, subject::managers)) {
        for (const auto& policy : policies)
          plan.choices.push_back(resolved({pool, manager, policy, workers, options}));
      }
    }
  }
  plan.repeat = repeat;
  plan.serial = false;
  return plan;
}

reproduction side_by_side(const paper_result& result, comparison found, comparison replayed) {
  reproduction both{
      .of = &result, .found = std::move(found), .replayed = std::move(replayed), .columns = {}, .orders = {}};
  add_additions(result, both);
  const source measured(result, both.found, origin::measured, result.workers.front());
  const source simulated(result, both.replayed, origin::replayed, 1);
  const auto of = [&](unsigned workers) -> const source& {
    return has_workers(both.replayed, workers) && !has_workers(both.found, workers) ? simulated : measured;
  };
  for (std::size_t i = 0; i < result.workers.size() && !result.table.rows.empty(); ++i) {
    const source& from = of(result.workers[i]);
    both.columns.push_back(column_of(result, from.theirs, i, from.one_worker));
    both.columns.back().from = from.from;
  }
  for (const unsigned workers : result.workers) {
    if (!result.orders.empty()) add_orders(result, of(workers), workers, both);
  }
  return both;
}

void judge_only_up_to(unsigned processors, reproduction& both) {
  if (both.of->is_crowded) return;
  const auto is_crowded = [&](const auto& each) {
    return each.from == origin::measured && each.workers > processors;
  };
  for (reproduced_column& column : both.columns) {
    if (!is_crowded(column)) continue;
    for (reproduced_row& row : column.rows) {
      if (row.by_first) row.by_first->has_processors = false;
    }
  }
  for (reproduced_order& each : both.orders) {
    if (is_crowded(each) && each.ratio) each.ratio->has_processors = false;
  }
}

std::size_t reproduction::rounds() const {
  const comparison& any = found.results.empty() ? replayed : found;
  return any.results.front().seconds.size();
}

std::vector<verdict> verdicts_of(const reproduction& both, origin from) {
  std::vector<verdict> all;
  for (const reproduced_column& column : both.columns) {
    if (column.from != from) continue;
    for (const reproduced_row& row : column.rows) {
      if (row.by_first) all.push_back(row.by_first->says());
    }
  }
  for (const reproduced_order& each : both.orders) {
    if (each.ratio && each.from == from) all.push_back(each.ratio->says());
  }
  return all;
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
