// jackdaw cluster run: starts a program over ranks by mpirun, and says in one line why it has ended where it has not.
#pragma once

#include <string>

#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class cluster_command final : public subcommand {
 public:
  cluster_command(CLI::App& root, const environment& here);
  int execute() override;

 private:
  CLI::App* run_;
  std::string ranks_ = "2";
  std::string hosts_;
  std::string program_;
  bool asks_help_ = false;
};

}  // namespace jackdaw::cli
