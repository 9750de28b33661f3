// The command line of the application.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/labyrinth/maze/maze.hpp"
#include "apps/support/options/command_line.hpp"

namespace jackdaw::apps::labyrinth {

struct options {
  std::string input_path, output_path, picture_path;
  std::size_t grain = 0;

  void declare(CLI::App& command);

  /// Reads or generates the labyrinth. Throws input_error when an option or the input is wrong.
  [[nodiscard]] puzzle make_puzzle();

  /// What that is, in one line.
  [[nodiscard]] const std::string& line() const noexcept { return line_; }

 private:
  [[nodiscard]] puzzle generated();

  // As given; empty means not given.
  std::string kind_, width_, height_, from_, to_;
  std::string grain_text_ = "512";
  std::uint64_t seed_ = 1;
  std::string line_;
};

}  // namespace jackdaw::apps::labyrinth
