// jackdaw reproduce: tables and figures of the papers, measured here.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "cli/reproduce/input_size.hpp"
#include "cli/reproduce/parts/narrowed.hpp"
#include "cli/reproduce/studies/paper_study.hpp"
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

  /// Throws input_error where another option than these was given.
  void refuse_options(const std::set<std::string>& known, const std::string& expected) const;

  /// Before anything is measured.
  void require_outputs() const;
  void print_outputs(const std::vector<std::string>& written) const;
  int execute_one();
  int execute_study(const paper_study& study);
  int execute_all();

  std::string name_;
  std::string add_;
  std::string app_;
  std::string java_;
  std::string input_;
  part_choice parts_;
  std::string repeat_ = "6";
  std::string plot_;
  std::string page_;
  std::string minutes_ = "5";
  bool quick_ = false;
  bool replay_ = false;
  bool json_ = false;
};

}  // namespace jackdaw::cli
