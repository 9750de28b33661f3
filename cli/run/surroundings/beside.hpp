// The cycler beside what is measured, and on how many processors both ran then: `jackdaw run --cycler`, and
// cli/surroundings for other commands.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include <jackdaw/measure/processors_used.hpp>

#include "apps/app.hpp"
#include "apps/cycler/cycler.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

/// Measures P_A of one run after the other in two ways (BP98 section 6): by the CPU time that this process got, and by
/// what the cycler left of the machine.
class beside {
 public:
  /// Of a run, in processors.
  struct share {
    double own = 0;      ///< by the CPU time of this process
    double taken = 0;    ///< by the cycler, each of its increments at its CPU time
    double counted = 0;  ///< by the cycler, each of them as long as when it was alone
    double left = 0;     ///< by the cycler of the machine, at most one for each worker
  };

  /// `option`: P,W of a cycler; empty: there is none.
  explicit beside(std::string option = {}) : option_(std::move(option)) {}

  void declare(CLI::App& command);

  /// Starts the cycler where one was asked for, after it has been timed alone: before there is anything else to run.
  /// Throws input_error.
  void start();

  /// Whether the cycler works, or rests. Without effect where there is none.
  void computes(bool now) const;

  /// Around each run. `machine`: how many processors both may use; 0: those of this thread's affinity.
  void begin();
  void end(unsigned workers, double machine = 0);

  [[nodiscard]] const share& last() const noexcept { return last_; }

  /// The same for JSON; null without a cycler.
  [[nodiscard]] apps::json found() const;

 private:
  std::string option_;
  double rate_ = 0;
  std::optional<apps::cycler> other_;
  apps::cycler::reading before_;
  measure::processor_average own_;
  share last_;
};

/// The figures in lines.
void add_beside(table& lines, const apps::json& figures);

}  // namespace jackdaw::cli
