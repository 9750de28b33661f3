// A task grammar as what `jackdaw replay` replays, instead of a recorded run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <jackdaw/replay/program.hpp>

namespace jackdaw::cli {

/// Options of a grammar, and its tasks.
class replayed_grammar {
 public:
  void declare_options(CLI::App& command);

  /// Whether the file is named as grammars are: NAME.tg.
  [[nodiscard]] static bool is_in(const std::string& file);

  /// For a recorded run. Throws input_error when an option of grammars is given.
  void require_no_option(const CLI::App& command, const std::string& file) const;

  /// The tasks that a run with this seed would have. Throws input_error, also when they are too many.
  [[nodiscard]] replay::program program(const std::string& file, std::uint64_t seed) const;

  /// What is replayed, in a line.
  [[nodiscard]] std::string title(const std::string& file, std::uint64_t seed) const;

 private:
  std::vector<std::string> settings_;
  std::int64_t unit_ = 0;  // nanoseconds; 0: not given
  std::string most_ = "2000000";
};

}  // namespace jackdaw::cli
