// jackdaw run: one application on one scheduler.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/app_choice.hpp"
#include "cli/explain/explanation.hpp"
#include "cli/run/run_report.hpp"
#include "cli/run/surroundings/beside.hpp"
#include "cli/run/surroundings/placing.hpp"
#include "cli/run/watching.hpp"
#include "cli/subcommand.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

class run_command final : public subcommand {
 public:
  run_command(CLI::App& root, const environment& here);

  /// Status 1 when a result is wrong; then nothing is written to the application's output files.
  int execute() override;

 private:
  void declare(CLI::App& command);
  [[nodiscard]] run_report measure(progress& shown);

  /// Again without the recorder, and while other processors do the same.
  void measure_plain(run_report& report, progress& shown);

  scheduler_choice choice_;
  std::string workers_;
  placing placing_;
  std::string repeat_ = "1";
  bool serial_ = false;
  bool json_ = false;
  bool counters_ = false;
  explanation explained_;
  beside beside_;
  watching watching_;
  app_choice app_;
};

}  // namespace jackdaw::cli
