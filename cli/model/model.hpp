// jackdaw model: BP98's performance model, held against many runs.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "cli/model/model_study.hpp"
#include "cli/run/surroundings/placing.hpp"
#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class model_command final : public subcommand {
 public:
  model_command(CLI::App& root, const environment& here);

  /// Status 1 when a result is wrong; those of its input, pool and number of workers are left out.
  int execute() override;

 private:
  [[nodiscard]] model_plan plan() const;
  [[nodiscard]] restriction wish() const;

  std::vector<std::string> inputs_;
  std::string pools_ = "jackdaw";
  std::string workers_;
  std::string cycler_;
  std::string affinity_;
  std::string quota_;
  std::string granted_ = "left";
  std::string bound_ = "1.1,2";
  std::string repeat_ = "3";
  std::string by_ = "median";
  std::string plot_;
  placing placing_;
  bool json_ = false;
};

}  // namespace jackdaw::cli
