// jackdaw reproduce: tables and figures of the papers, measured here.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/environment.hpp"

namespace jackdaw::cli {

class reproduce_command {
 public:
  reproduce_command(CLI::App& root, const environment& here);
  [[nodiscard]] bool chosen() const { return command_->parsed(); }
  int execute();

 private:
  int list() const;

  const environment& here_;
  CLI::App* command_;
  std::string name_;
  std::string repeat_ = "5";
  bool quick_ = false;
  bool json_ = false;
};

}  // namespace jackdaw::cli
