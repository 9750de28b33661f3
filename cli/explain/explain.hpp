// jackdaw explain: a recorded run in figures and in all forms, as `jackdaw run` explains the run that it makes.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/run/run_forms.hpp"
#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class explain_command final : public subcommand {
 public:
  explain_command(CLI::App& root, const environment& here);
  int execute() override;

 private:
  std::string file_;
  run_forms forms_;
  bool json_ = false;
};

}  // namespace jackdaw::cli
