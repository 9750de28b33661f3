// What to compute, and how: the command line.
#pragma once

#include <cstddef>
#include <string>

#include "apps/shallow_water/faces/blocks.hpp"
#include "apps/shallow_water/sphere/nodes.hpp"
#include "apps/shallow_water/water/flow_case.hpp"
#include "apps/support/options/command_line.hpp"
#include "apps/support/options/face.hpp"

namespace jackdaw::apps::shallow_water {

struct options {
  std::size_t parts = 0;  ///< of an edge of the icosahedron
  std::size_t steps = 0;
  double step = 0;  ///< in s
  face_choice face{face_choice::with_flow_and_threads, "flow"};
  std::string picture_path;

  void declare(CLI::App& command);

  /// Throws input_error unless the options make sense and the picture can be written.
  void validate();

  [[nodiscard]] std::string input() const;
  [[nodiscard]] flow_case flow() const;

  /// Blocks of these nodes. Throws input_error when they would be smaller than stencils reach.
  [[nodiscard]] blocks cut(const sphere& on) const;

 private:
  void choose_step();

  std::string nodes_text_ = "10242";
  std::string block_text_;
  std::string steps_text_;
  std::string dt_text_;
  int case_ = 2;
  double tilt_ = 0;  // in degrees
  double days_ = 5;
};

}  // namespace jackdaw::apps::shallow_water
