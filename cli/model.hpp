// jackdaw model: BP98's performance model, held against many runs.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "cli/environment.hpp"
#include "cli/model_study.hpp"

namespace jackdaw::cli {

class model_command {
 public:
  model_command(CLI::App& root, const environment& here);
  [[nodiscard]] bool chosen() const { return command_->parsed(); }

  /// Status 1 when a result is wrong; those of its input, pool and number of workers are left out.
  int execute();

 private:
  [[nodiscard]] model_plan plan() const;
  [[nodiscard]] restriction wish() const;

  const environment& here_;
  CLI::App* command_;
  std::vector<std::string> inputs_;
  std::string pools_ = "jackdaw";
  std::string workers_;
  std::string cycler_;
  std::string affinity_;
  std::string quota_;
  std::string granted_ = "cpu";
  std::string bound_ = "1.1,2";
  std::string repeat_ = "3";
  std::string by_ = "median";
  std::string plot_;
  bool json_ = false;
};

}  // namespace jackdaw::cli
