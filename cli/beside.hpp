// What `jackdaw run --cycler` adds to a run: another program beside it, and on how many processors it ran then.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include <jackdaw/measure/processors.hpp>

#include "apps/app.hpp"
#include "apps/cycler/cycler.hpp"
#include "cli/table.hpp"

namespace jackdaw::cli {

/// Measures P_A of one run after the other in two ways (BP98 section 6): by the CPU time that this process got, and by
/// what the cycler left of the machine.
class beside {
 public:
  void declare(CLI::App& command);

  /// Starts the cycler where one was asked for, after it has been timed alone: before there is anything else to run.
  /// Throws input_error.
  void start();

  void begin();
  void end(unsigned workers);

  /// Of the last run; null without a cycler.
  [[nodiscard]] const apps::json& found() const noexcept { return found_; }

 private:
  std::string option_;
  double rate_ = 0;
  std::optional<apps::cycler> other_;
  apps::cycler::reading before_;
  measure::processor_average own_;
  apps::json found_ = nullptr;
};

/// The figures in lines.
void add_beside(table& lines, const apps::json& figures);

}  // namespace jackdaw::cli
