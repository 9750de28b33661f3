#include "cli/reproduce/parts/narrowed.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/support/text/input_error.hpp"
#include "cli/reproduce/parts/compared_parts.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

using subject = paper_result::subject;

bool has(const std::vector<std::string>& all, std::string_view name) {
  return std::ranges::find(all, name) != all.end();
}

/// The parts of one kind that `list` names. Where the result compares that kind they are some of the paper's.
std::vector<std::string> chosen_of(const paper_result& result, std::string_view option, subject kind,
                                   const std::string& list) {
  const bool is_compared = result.of == kind;
  if (is_compared && list == "all") return parts_of(result);
  std::vector<std::string> chosen =
      kind == subject::pools ? chosen_pools(list) : chosen_names(memory_names, list, names(memory_lines()));
  for (const std::string& each : chosen) {
    if (!is_compared || has(parts_of(result), each)) continue;
    std::string known;
    for (const std::string& one : parts_of(result)) known += " " + one;
    for (const std::string& one : result.rivals) known += " " + one;
    throw apps::input_error(std::string(option) + ' ' + each + ": " + std::string(result.name) +
                            " does not compare it; expected some of" + known + ", or --add " + each);
  }
  return chosen;
}

/// Throws input_error where idle policies are compared and a pool has one of its own: it would run with that each time.
void require_any_idle(const paper_result& result) {
  if (result.of != subject::policies) return;
  for (const std::string& each : result.pools) {
    if (says_idle(each))
      throw apps::input_error("--pools " + each + ": " + std::string(result.name) +
                              " compares idle policies; expected no idle= after the name of the pool");
  }
}

/// A list of pools without the result's rivals. Those that stand there stay in the result, and no others.
std::string without_rivals(paper_result& result, const std::string& list) {
  if (list == "all" || result.rivals.empty()) return list;
  std::vector<std::string> rivals;
  std::vector<std::string> pools;
  for (const std::string& each : split_list(list)) {
    if (!has(result.rivals, each)) {
      pools.push_back(each);
    } else if (!has(rivals, each)) {
      rivals.push_back(each);
    }
  }
  if (pools.empty())
    throw apps::input_error("--pools " + list + ": expected a pool beside " + result.rivals.front());
  result.rivals = std::move(rivals);
  return fmt::format("{}", fmt::join(pools, ","));
}

/// Other numbers of workers; the figures stay with the numbers to which they belong.
void change_workers(paper_result& result, std::vector<unsigned> workers) {
  const bool has_speed_ups = !result.table.rows.empty() && result.table.in == paper_table::unit::speed_up;
  if (has_speed_ups && workers.front() != 1) workers.insert(workers.begin(), 1);
  for (paper_row& row : result.table.rows) {
    std::vector<std::optional<double>> figures;
    for (const unsigned count : workers) {
      const auto place = std::ranges::find(result.workers, count);
      figures.push_back(place == result.workers.end()
                            ? std::nullopt
                            : row.figures[static_cast<std::size_t>(place - result.workers.begin())]);
    }
    row.figures = std::move(figures);
  }
  result.workers = std::move(workers);
}

/// Without the rows and orders of parts that are not measured.
void leave_out(paper_result& result, std::string_view option) {
  const auto& parts = parts_of(result);
  if (!result.table.rows.empty()) {
    std::erase_if(result.table.rows, [&](const paper_row& row) { return !has(parts, row.name); });
    if (parts.size() < 2)
      throw apps::input_error(std::string(option) + ' ' + parts.front() + ": expected two " +
                              std::string(kind_of(result)) + "s at least, to compare them");
  }
  if (result.orders.empty()) return;
  const paper_order first = result.orders.front();
  const auto is_left = [&](std::string_view name) { return has(parts, name) || has(result.rivals, name); };
  std::erase_if(result.orders,
                [&](const paper_order& order) { return !is_left(order.faster) || !is_left(order.slower); });
  const auto figures = std::ranges::count_if(result.table.rows, [](const paper_row& row) {
    return std::ranges::any_of(row.figures, [](const auto& each) { return each.has_value(); });
  });
  if (result.orders.empty() && figures < 2)
    throw apps::input_error(std::string(option) + ": the paper does not compare these; expected two as " +
                            std::string(first.faster) + " and " + std::string(first.slower));
}

}  // namespace

paper_result narrowed(paper_result result, const part_choice& to) {
  if (!to.workers.empty())
    change_workers(result,
                   to.workers == by_budget ? budget_counts(default_workers()) : worker_counts(to.workers));
  if (!to.pools.empty()) {
    const std::string pools = without_rivals(result, to.pools);
    result.pools = chosen_of(result, "--pools", subject::pools, pools);
    require_any_idle(result);
  }
  if (!to.memory.empty()) result.managers = chosen_of(result, "--memory", subject::managers, to.memory);
  if (!to.pools.empty() && result.of == subject::pools) leave_out(result, "--pools");
  if (!to.memory.empty() && result.of == subject::managers) leave_out(result, "--memory");
  return result;
}

}  // namespace jackdaw::cli
