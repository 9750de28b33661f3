// The options of programs on one kind of square matrix: its size, that of a task, and the generator's seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <CLI/App.hpp>

#include "apps/support/dense/matrix.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/face.hpp"

namespace jackdaw::apps {

class matrix_options {
 public:
  explicit matrix_options(std::string default_block) : block_text_(std::move(default_block)) {}

  void declare(CLI::App& command) {
    command.add_option("--n", n_text_, "Rows and columns (default 1024)")->type_name("COUNT");
    command
        .add_option("--block", block_text_, "Rows and columns of a task's part (default " + block_text_ + ")")
        ->type_name("COUNT");
    command.add_option("--seed", seed, "Seed of the generator (default 1)")->type_name("NUMBER");
  }

  /// Throws input_error.
  void validate() {
    n = parse_order(n_text_);
    block = parse_count("--block", block_text_);
  }

  [[nodiscard]] std::string input() const {
    return "n=" + std::to_string(n) + " seed=" + std::to_string(seed);
  }

  /// Of a run that takes so many operations.
  [[nodiscard]] json counts(const face_choice& face, double operations) const {
    return {{"n", n}, {"block", block}, {"face", face.name()}, {"operations", operations}};
  }

  std::size_t n = 0;
  std::size_t block = 0;
  std::uint64_t seed = 1;

 private:
  std::string n_text_ = "1024";
  std::string block_text_;
};

}  // namespace jackdaw::apps
