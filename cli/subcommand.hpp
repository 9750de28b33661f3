// What is the same in all subcommands: `jackdaw list`, `jackdaw run` and the others.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/environment.hpp"

namespace jackdaw::cli {

class subcommand {
 public:
  /// Adds itself to `root`. `line`: what it does, for --help.
  subcommand(CLI::App& root, const environment& here, const std::string& name, const std::string& line)
      : here_(here), command_(root.add_subcommand(name, line)) {}
  subcommand(const subcommand&) = delete;
  subcommand& operator=(const subcommand&) = delete;
  virtual ~subcommand() = default;

  [[nodiscard]] std::string name() const { return command_->get_name(); }
  [[nodiscard]] bool chosen() const { return command_->parsed(); }

  /// The exit status (command.hpp). Throws input_error, and what the application throws.
  virtual int execute() = 0;

 protected:
  const environment& here_;
  CLI::App* command_;
};

}  // namespace jackdaw::cli
