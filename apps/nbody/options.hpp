// What to simulate, and how: the command line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/nbody/particles/particles.hpp"
#include "apps/nbody/simulation/flow.hpp"
#include "apps/nbody/simulation/schedule.hpp"
#include "apps/support/options/command_line.hpp"
#include "apps/support/options/face.hpp"

namespace jackdaw::apps::nbody {

struct options {
  drop start;
  std::size_t block = 0;  ///< particles in a block
  std::size_t steps = 0;
  double step = 0.005;
  face_choice face{face_choice::with_flow_and_threads, "flow"};
  access_kind access = access_kind::reduce;
  bool by_rows = false;  ///< pairs are submitted row by row, not round by round
  bool reference_is_loop = false;
  std::string picture_path;

  void declare(CLI::App& command);

  /// Throws input_error unless the options make sense and the picture can be written.
  void validate();

  [[nodiscard]] std::string input() const;
  [[nodiscard]] std::string access_name() const { return access_text_; }
  [[nodiscard]] const char* order_name() const { return by_rows ? "rows" : "rounds"; }

  /// The pairs of so many blocks in the order of the flow face and of the serial program.
  [[nodiscard]] std::vector<pair> pairs(std::size_t blocks) const {
    return by_rows ? pairs_by_rows(blocks) : pairs_by_rounds(blocks);
  }

  /// Whether every run gives the forces of the serial program on blocks, to the last bit: the order in which they
  /// are added up is the same.
  [[nodiscard]] bool is_reproducible() const { return !face.is_flow() || is_ordered(access); }

 private:
  std::string n_text_ = "8192";
  std::string block_text_ = "256";
  std::string steps_text_ = "16";
  std::string access_text_ = "reduce";
  std::string order_text_;
  std::string reference_text_ = "blocks";
};

}  // namespace jackdaw::apps::nbody
