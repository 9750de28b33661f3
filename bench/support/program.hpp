// What all bench programs have in common: options, the file of figures, the exit status.
#pragma once

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace CLI {
class App;  // its header takes seconds to compile: for files that add options only
}

namespace jackdaw::bench {

/// A bench program: add options, parse(), measure and add() rows, return finish().
class program {
 public:
  using json = nlohmann::ordered_json;

  program(const std::string& name, const std::string& description);
  ~program();

  /// To add options to, before parse().
  [[nodiscard]] CLI::App& options() noexcept { return *options_; }

  /// Reads the command line and prints the machine. Ends the process after --help and with status 2 after a
  /// wrong option.
  void parse(int argc, char** argv);

  [[nodiscard]] bool quick() const noexcept { return quick_; }

  /// Rounds that are measured; one more goes before, to warm up.
  [[nodiscard]] unsigned rounds() const noexcept { return rounds_; }

  /// One result for the file.
  void add(const json& row);

  /// Something is wrong: said at once, and the exit status will be 1.
  void complain(const std::string& what);

  /// Writes the file where one was asked for. Returns the exit status.
  [[nodiscard]] int finish();

 private:
  struct document;

  std::string name_;
  std::unique_ptr<CLI::App> options_;
  bool quick_ = false;
  unsigned rounds_ = 7;
  std::string file_;
  std::unique_ptr<document> document_;
};

/// What main() calls: `measure`, with a line and status 1 instead of an exception.
[[nodiscard]] int run_program(int (*measure)(int argc, char** argv), int argc, char** argv) noexcept;

}  // namespace jackdaw::bench
