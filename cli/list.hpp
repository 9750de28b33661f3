// jackdaw list: what there is to choose from.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/environment.hpp"

namespace jackdaw::cli {

class list_command {
 public:
  list_command(CLI::App& root, const environment& here);
  [[nodiscard]] bool chosen() const { return command_->parsed(); }
  int execute();

 private:
  const environment& here_;
  CLI::App* command_;
  std::string kind_;
  bool json_ = false;
};

}  // namespace jackdaw::cli
