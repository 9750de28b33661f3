#include "cli/compare/overview.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/compare/ranking.hpp"
#include "cli/compare/report/comparison_report.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

constexpr std::size_t heading_width = 7;  // of an application: the table shall fit a wide terminal

/// What `each` does to the mean and to the worst case.
void summarize(overview_row& each, const std::vector<std::string>& apps) {
  double logarithms = 0;
  for (std::size_t app = 0; app < apps.size(); ++app) {
    if (!each.ratios[app]) {
      each.mean = each.worst = 0;
      return;
    }
    logarithms += std::log(*each.ratios[app]);
    if (*each.ratios[app] > each.worst) {
      each.worst = *each.ratios[app];
      each.worst_at = apps[app];
    }
  }
  each.mean = std::exp(logarithms / static_cast<double>(apps.size()));
}

overview_table table_for(const std::vector<comparison>& found, unsigned workers) {
  overview_table whole{workers, {}, {}};
  std::set<std::string> pools;
  for (const comparison& each : found) {
    whole.apps.push_back(each.app);
    for (const measurement& one : each.results) pools.insert(one.choice.pool);
  }
  for (const std::string& pool : pools) whole.rows.push_back({.pool = pool, .ratios = {}});
  for (const comparison& each : found) {
    const ranking places = rank(each, workers);
    for (overview_row& row : whole.rows) {
      const auto place = std::ranges::find(places.pools, row.pool, &ranked::name);
      const bool right = place != places.pools.end();
      row.ratios.push_back(right ? std::optional(1 + place->behind) : std::nullopt);
    }
  }
  for (overview_row& row : whole.rows) summarize(row, whole.apps);
  std::ranges::stable_sort(whole.rows, {},
                           [](const overview_row& row) { return std::pair(row.mean == 0, row.mean); });
  return whole;
}

std::string text(double ratio) { return fmt::format("{:.2f}", ratio); }

void print_rows(std::ostream& out, const overview_table& whole) {
  using enum table::side;
  std::vector<table::column> heading{{"pool"}, {"mean", right}, {"worst", right}};
  for (const std::string& app : whole.apps) heading.push_back({app.substr(0, heading_width), right});
  table rows(std::move(heading));
  for (const overview_row& each : whole.rows) {
    std::vector<std::string> cells{each.pool, each.mean > 0 ? text(each.mean) : "-",
                                   each.mean > 0 ? text(each.worst) : "-"};
    for (const auto& ratio : each.ratios) cells.push_back(ratio ? text(*ratio) : "WRONG");
    rows.row(std::move(cells));
  }
  rows.print(out);
}

/// Where the default pool stands, in a line.
void print_default_pool(std::ostream& out, const overview_table& whole) {
  const std::string default_pool = scheduler_choice().pool;
  const auto ours = std::ranges::find(whole.rows, default_pool, &overview_row::pool);
  if (ours == whole.rows.end() || ours->mean == 0 || whole.rows.size() < 2) return;
  out << fmt::format(
      "\n{} on {}: {:.3f} times the time of the best pool for each application (geometric mean), "
      "at worst {:.2f} ({})\n",
      default_pool, workers_text(whole.workers), ours->mean, ours->worst, ours->worst_at);
}

}  // namespace

std::string in_short(const comparison& found) {
  const unsigned workers = found.results.back().choice.workers;
  const ranking places = rank(found, workers);
  if (!found.correct() || places.pools.empty()) return found.app + ": WRONG\n";
  const std::string default_pool = scheduler_choice().pool;
  const ranked& best = places.pools.front();
  const auto ours = std::ranges::find(places.pools, default_pool, &ranked::name);
  const std::string behind = ours == places.pools.end() || ours == places.pools.begin()
                                 ? ""
                                 : fmt::format("; {} {:.2f} times that", default_pool, 1 + ours->behind);
  return fmt::format("{}: {} on {}, best of {}: {}{}\n", found.app, duration(best.seconds),
                     workers_text(workers), places.pools.size(), best.name, behind);
}

std::vector<overview_table> overview_of(const std::vector<comparison>& found) {
  std::set<unsigned> counts;
  for (const comparison& each : found) {
    for (const measurement& one : each.results) counts.insert(one.choice.workers);
  }
  std::vector<overview_table> tables;
  for (const unsigned workers : counts) tables.push_back(table_for(found, workers));
  return tables;
}

void print_overview(std::ostream& out, const std::vector<comparison>& found) {
  using enum table::side;
  table inputs({{"application"}, {"input"}, {"best", right}, {"pool"}, {"noise", right}});
  for (const comparison& each : found) {
    const ranking places = rank(each, each.results.back().choice.workers);
    const auto noise = each.noise();
    inputs.row({each.app, each.input, places.pools.empty() ? "-" : duration(places.pools.front().seconds),
                places.pools.empty() ? "-" : places.pools.front().name,
                noise ? fmt::format("{:.1f} %", 100 * *noise) : "-"});
  }
  inputs.print(out);
  for (const overview_table& whole : overview_of(found)) {
    out << "\nTime relative to the best pool, " << workers_text(whole.workers) << ", "
        << name_of(found.front().by) << " of " << found.front().results.front().seconds.size() << '\n';
    print_rows(out, whole);
    print_default_pool(out, whole);
  }
  for (const comparison& each : found) print_wrong(out, each);
}

apps::json overview_json(const std::vector<comparison>& found) {
  apps::json all{{"tables", apps::json::array()}, {"comparisons", apps::json::array()}};
  for (const overview_table& whole : overview_of(found)) {
    apps::json rows = apps::json::array();
    for (const overview_row& each : whole.rows) {
      apps::json row{
          {"pool", each.pool}, {"mean", nullptr}, {"worst", nullptr}, {"ratios", apps::json::object()}};
      if (each.mean > 0) {
        row["mean"] = each.mean;
        row["worst"] = each.worst;
      }
      for (std::size_t app = 0; app < whole.apps.size(); ++app) {
        row["ratios"][whole.apps[app]] = nullptr;
        if (each.ratios[app]) row["ratios"][whole.apps[app]] = *each.ratios[app];
      }
      rows.push_back(std::move(row));
    }
    all["tables"].push_back({{"workers", whole.workers}, {"rows", std::move(rows)}});
  }
  for (const comparison& each : found) all["comparisons"].push_back(to_json(each));
  return all;
}

}  // namespace jackdaw::cli
