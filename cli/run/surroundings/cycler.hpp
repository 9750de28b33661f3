// jackdaw cycler: the program that BP98 runs beside others, on its own.
#pragma once

#include <cstdint>
#include <string>

#include "apps/cycler/cycler.hpp"
#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class cycler_command final : public subcommand {
 public:
  cycler_command(CLI::App& root, const environment& here);
  int execute() override;

 private:
  std::string processes_ = "2";
  std::string increments_ = "20";
  std::string total_ = "10000";
  std::string seed_ = "1";
  std::string log_;
};

}  // namespace jackdaw::cli
