// jackdaw replay: a recorded run, or a task grammar, on machines that there need not be.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <jackdaw/trace/read/run_file.hpp>

#include "cli/replay/replay_report.hpp"
#include "cli/replay/replayed_grammar.hpp"
#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class replay_command final : public subcommand {
 public:
  replay_command(CLI::App& root, const environment& here);
  int execute() override;

 private:
  struct fitted {
    double event;  ///< what the recorder took for one
    replay::costs price;
    double part = 1;  ///< of the price as it was
  };
  /// Both such that one worker takes as long as it took without the recorder, where that is known.
  [[nodiscard]] fitted fit(const trace::recorded_run& run, replay::costs price) const;
  /// What workers of the machine of the recording cost each other.
  [[nodiscard]] replay::sharing shares_of(const trace::recorded_run& run) const;
  /// What was given, else recorded, else what is measured now.
  [[nodiscard]] replay::costs costs_of(const trace::recorded_run& run, const std::string& pool) const;

  std::string file_;
  std::string processors_ = "1..64";
  std::string pools_;
  std::string available_;
  double quantum_ = 10;
  std::uint64_t seed_ = 1;
  std::array<std::optional<double>, replay::named_costs.size()> given_costs_;
  std::optional<double> event_;
  std::optional<double> slower_;
  std::string plot_;
  bool measure_ = false;
  replayed_grammar grammar_;
  bool json_ = false;
};

}  // namespace jackdaw::cli
