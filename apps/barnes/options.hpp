// The command line of the application.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/barnes/bodies/body.hpp"
#include "apps/support/options/command_line.hpp"
#include "apps/support/options/face.hpp"

namespace jackdaw::apps::barnes {

class options {
 public:
  void declare(CLI::App& command);

  /// Throws input_error when a value is out of its range or a file cannot be written; fills in what follows.
  void validate();

  /// The bodies that were asked for, read or made.
  [[nodiscard]] std::vector<body> make_bodies() const;
  /// The input in one line.
  [[nodiscard]] std::string input(std::size_t bodies) const;

  settings physics;
  std::size_t grain = 0;
  face_choice face{face_choice::with_threads};
  std::string picture_path, bodies_path;  ///< empty: not wanted
  int picture_side = 800;                 ///< pixels

 private:
  std::string input_path_;  // empty: Plummer's model
  std::string count_text_, steps_text_ = "10", grain_text_ = "256";
  std::uint64_t seed_ = 1;
  std::size_t count_ = 0;
};

}  // namespace jackdaw::apps::barnes
