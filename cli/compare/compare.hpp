// jackdaw compare: one application, or all, on many schedulers.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "cli/app_choice.hpp"
#include "cli/compare/comparison.hpp"
#include "cli/run/surroundings/placing.hpp"
#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class compare_command final : public subcommand {
 public:
  compare_command(CLI::App& root, const environment& here);

  /// Status 1 when a result is wrong. Files are written before the table is printed; it is printed
  /// also where one of them cannot be written, or an application of several throws.
  int execute() override;

 private:
  void declare(CLI::App& command);
  void declare_for_one(CLI::App& command);
  [[nodiscard]] comparison_plan plan() const;
  int execute_one();
  int execute_all();
  int execute_among_others();

  std::string pools_ = "all";
  std::string memory_;
  std::string idle_;
  std::string workers_;
  placing placing_;
  std::string repeat_ = "5";
  std::string by_ = "median";
  std::string apps_ = "all";
  std::string finals_ = "0";
  bool no_warm_up_ = false;
  bool no_serial_ = false;
  bool json_ = false;
  bool csv_ = false;
  bool counters_ = false;
  bool multiprogrammed_ = false;
  std::vector<const CLI::Option*> pool_options_;  ///< --pools wherever it may stand
  std::string plot_;
  app_choice app_;
  CLI::App* all_;
};

}  // namespace jackdaw::cli
