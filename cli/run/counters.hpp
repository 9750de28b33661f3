// What --counters shows of a run.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <jackdaw/measure/hardware.hpp>
#include <jackdaw/observe/run_counts.hpp>

#include "apps/app.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

/// Counts one run after the other. Made before the scheduler, so that the processor counts its threads, too.
class run_counters {
 public:
  void begin(const any_scheduler& scheduler) {
    totals_before_ = scheduler.totals();
    hardware_before_ = hardware_.read();
  }
  void end(const any_scheduler& scheduler);

  /// Of the last run.
  [[nodiscard]] const apps::json& found() const noexcept { return found_; }

 private:
  measure::hardware_counters hardware_;
  measure::hardware_counters::reading hardware_before_;
  observe::run_totals totals_before_;
  apps::json found_ = nullptr;
};

/// The figures in lines: name with blanks, value.
void add_counters(table& lines, const apps::json& counters);

}  // namespace jackdaw::cli
