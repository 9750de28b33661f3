// jackdaw grammar: grammars of recorded runs, and whether a run follows one.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/environment.hpp"

namespace jackdaw::cli {

class grammar_command {
 public:
  grammar_command(CLI::App& root, const environment& here);
  [[nodiscard]] bool chosen() const { return command_->parsed(); }

  /// Status 1 when the run that is checked does not follow the grammar.
  int execute();

 private:
  const environment& here_;
  CLI::App* command_;
  std::string file_;
  std::string from_;
  std::string check_;
  std::string output_;
};

}  // namespace jackdaw::cli
