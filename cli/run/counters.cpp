#include "cli/run/counters.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace jackdaw::cli {

namespace {

apps::json of_workers(const observe::run_totals& run, unsigned workers) {
  apps::json found{
      {"tasks_put", run.tasks_put},
      {"tasks_run", run.tasks_run},
      {"steals_tried", run.steals_tried},
      {"steals_done", run.steals_done},
      {"tasks_stolen", run.tasks_stolen},
      {"tasks_per_steal", nullptr},
      {"lock_waits", run.lock_waits},
      {"parks", run.parks},
      {"wakes", run.wakes},
      {"peak_tasks_stored", run.peak_stored},
      {"peak_too_low_by_at_most", static_cast<std::uint64_t>(observe::run_counts::coarse) * workers},
      {"bytes_held", run.bytes_held}};
  if (run.steals_done > 0)
    found["tasks_per_steal"] = static_cast<double>(run.tasks_stolen) / static_cast<double>(run.steals_done);
  return found;
}

}  // namespace

void run_counters::end(const any_scheduler& scheduler) {
  const auto hardware = hardware_.read();
  const observe::run_totals run = scheduler.totals().since(totals_before_);
  std::string missing = hardware_.unavailable();
  if (run.tasks_run > 0) {
    found_ = of_workers(run, scheduler.workers());
  } else {
    found_ = apps::json::object();
    missing = "no task ran on the pool (joins have a scheduler of their own, threads have none)" +
              (missing.empty() ? "" : "; " + missing);
  }
  for (std::size_t i = 0; i < hardware.size(); ++i) {
    auto& value = found_[std::string(measure::hardware_counters::events[i].name)] = nullptr;
    if (hardware[i] && hardware_before_[i]) value = *hardware[i] - *hardware_before_[i];
  }
  if (!missing.empty()) found_["not_counted"] = missing;
}

void add_counters(table& lines, const apps::json& counters) {
  for (const auto& [name, value] : counters.items()) {
    if (value.is_null()) continue;
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    if (value.is_string()) {
      lines.row({words, value.get<std::string>()});
    } else if (value.is_number_float()) {
      lines.row({words, fmt::format("{:.2f}", value.get<double>())});
    } else {
      lines.row({words, value.dump()});
    }
  }
}

}  // namespace jackdaw::cli
