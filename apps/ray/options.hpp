// The command line of the application.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/ray/scene/scene.hpp"
#include "apps/ray/tracing/tracer.hpp"
#include "apps/support/options/command_line.hpp"
#include "apps/support/options/face.hpp"

namespace jackdaw::apps::ray {

class options {
 public:
  void declare(CLI::App& command);

  /// Throws input_error when a value is out of its range or the picture cannot be written; fills in what
  /// follows.
  void validate();

  /// The scene that was asked for, with the camera and the lights that were asked for.
  [[nodiscard]] scene make_scene() const;

  trace_settings settings;
  std::size_t tile = 0;
  bool puts_at_start = false;  ///< all tiles are initial tasks
  face_choice face{face_choice::with_threads};
  std::string picture_path, pov_path;  ///< empty: not wanted

 private:
  std::string scene_name_ = "balls";
  std::string levels_text_, width_text_ = "512", height_text_, samples_text_ = "1";
  std::string tile_text_ = "16";
  std::string put_ = "rows";
  int reflections_ = 5;
  std::vector<double> eye_, target_, up_, lights_;  // empty: the scene's
  double field_of_view_ = 0;                        // 0: the scene's
  unsigned levels_ = 0;
};

}  // namespace jackdaw::apps::ray
