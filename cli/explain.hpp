// jackdaw explain: a recorded run in figures and in all forms, as `jackdaw run` explains the run that it makes.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/environment.hpp"
#include "cli/run_forms.hpp"

namespace jackdaw::cli {

class explain_command {
 public:
  explain_command(CLI::App& root, const environment& here);
  [[nodiscard]] bool chosen() const { return command_->parsed(); }
  int execute();

 private:
  const environment& here_;
  CLI::App* command_;
  std::string file_;
  run_forms forms_;
  bool json_ = false;
};

}  // namespace jackdaw::cli
