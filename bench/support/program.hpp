// What all bench programs have in common: options, the file of figures, the exit status.
#pragma once

#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace jackdaw::bench {

/// A bench program: add options, parse(), measure and add() rows, return finish().
class program {
 public:
  using json = nlohmann::ordered_json;

  program(const std::string& name, const std::string& description);

  /// To add options to, before parse().
  [[nodiscard]] CLI::App& options() noexcept { return options_; }

  /// Reads the command line and prints the machine. Ends the process after --help and with status 2 after a
  /// wrong option.
  void parse(int argc, char** argv);

  [[nodiscard]] bool quick() const noexcept { return quick_; }

  /// Rounds that are measured; one more goes before, to warm up.
  [[nodiscard]] unsigned rounds() const noexcept { return rounds_; }

  /// One result for the file.
  void add(json row) { results_.push_back(std::move(row)); }

  /// Something is wrong: said at once, and the exit status will be 1.
  void complain(const std::string& what);

  /// Writes the file where one was asked for. Returns the exit status.
  [[nodiscard]] int finish();

 private:
  std::string name_;
  CLI::App options_;
  bool quick_ = false;
  unsigned rounds_ = 7;
  std::string file_;
  json document_;
  json results_ = json::array();
  json troubles_ = json::array();
};

/// What main() calls: `measure`, with a line and status 1 instead of an exception.
[[nodiscard]] int run_program(int (*measure)(int argc, char** argv), int argc, char** argv) noexcept;

}  // namespace jackdaw::bench
