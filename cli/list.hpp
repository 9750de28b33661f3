// jackdaw list: what there is to choose from.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class list_command final : public subcommand {
 public:
  list_command(CLI::App& root, const environment& here);
  int execute() override;

 private:
  std::string kind_;
  bool json_ = false;
};

}  // namespace jackdaw::cli
