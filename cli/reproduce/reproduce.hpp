// jackdaw reproduce: tables and figures of the papers, measured here.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/reproduce/input_size.hpp"
#include "cli/reproduce/narrowed.hpp"
#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class reproduce_command final : public subcommand {
 public:
  reproduce_command(CLI::App& root, const environment& here);
  int execute() override;

 private:
  int list() const;
  /// For a name that no result of the pools of C++ has.
  int measure_in_java() const;

  /// What was asked for, in one of the paper's results.
  [[nodiscard]] paper_result chosen_result() const;
  [[nodiscard]] input_size chosen_size() const;

  std::string name_;
  std::string add_;
  std::string app_;
  std::string java_;
  std::string input_;
  part_choice parts_;
  std::string repeat_ = "6";
  std::string plot_;
  bool quick_ = false;
  bool json_ = false;
};

}  // namespace jackdaw::cli
