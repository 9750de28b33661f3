// jackdaw reproduce: tables and figures of the papers, measured here.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/subcommand.hpp"

namespace jackdaw::cli {

class reproduce_command final : public subcommand {
 public:
  reproduce_command(CLI::App& root, const environment& here);
  int execute() override;

 private:
  int list() const;
  /// For a name that no result of the pools of C++ has.
  int measure_in_java(const std::string& name) const;

  std::string name_;
  std::string add_;
  std::string app_;
  std::string java_;
  std::string repeat_ = "5";
  bool quick_ = false;
  bool json_ = false;
};

}  // namespace jackdaw::cli
