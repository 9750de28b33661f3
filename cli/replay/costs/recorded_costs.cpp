#include "cli/replay/costs/recorded_costs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include "cli/replay/costs/calibration.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/names.hpp"

namespace jackdaw::cli {

namespace {

static_assert(std::tuple_size_v<decltype(trace::pool_costs::nanoseconds)> == replay::named_costs.size());

trace::pool_costs to_recording(const std::string& pool, const replay::costs& price) {
  trace::pool_costs kept{pool};
  std::ranges::transform(replay::named_costs, kept.nanoseconds.begin(),
                         [&](const replay::named_cost& each) { return price.*each.value; });
  return kept;
}

}  // namespace

std::optional<replay::costs> kept_costs(const trace::recorded_run& run, const std::string& pool) {
  const auto kept = std::ranges::find(run.costs, pool, &trace::pool_costs::pool);
  if (kept == run.costs.end()) return std::nullopt;
  replay::costs price;
  for (std::size_t i = 0; i < kept->nanoseconds.size(); ++i)
    price.*replay::named_costs[i].value = kept->nanoseconds[i];
  return price;
}

std::string pool_of_costs(const std::string& pool) {
  const bool is_known = std::ranges::count(names(pool_lines()), pool.substr(0, pool.find(':'))) != 0;
  return is_known ? pool : scheduler_choice().pool;
}

replay::costs kept_or_measured_costs(const trace::recorded_run& run, const std::string& pool) {
  if (const auto kept = kept_costs(run, pool)) return *kept;
  return measured_costs(pool_of_costs(pool));
}

std::vector<trace::pool_costs> costs_of_all_pools() {
  std::vector<trace::pool_costs> all;
  for (const std::string& pool : names(pool_lines())) all.push_back(to_recording(pool, measured_costs(pool)));
  return all;
}

}  // namespace jackdaw::cli
