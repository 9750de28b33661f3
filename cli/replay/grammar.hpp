// jackdaw grammar: grammars of recorded runs, and whether a run follows one.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class grammar_command final : public subcommand {
 public:
  grammar_command(CLI::App& root, const environment& here);

  /// Status 1 when the run that is checked does not follow the grammar.
  int execute() override;

 private:
  std::string file_;
  std::string from_;
  std::string check_;
  std::string output_;
  std::vector<std::string> settings_;
  bool runtime_ = false;
};

}  // namespace jackdaw::cli
