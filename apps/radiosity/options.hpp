// The command line of the application.
#pragma once

#include <string>
#include <vector>

#include "apps/radiosity/picture/render.hpp"
#include "apps/radiosity/scene/scene.hpp"
#include "apps/radiosity/solver/solution.hpp"
#include "apps/support/options/command_line.hpp"

namespace jackdaw::apps::radiosity {

struct options {
  std::string scene_name = "largeroom";
  parameters solver;
  std::string picture_path, mesh_path;
  picture_size size{0, 0, 3};
  std::vector<double> eye, target;  ///< empty: the scene's
  double field_of_view = 0;         ///< 0: the scene's

  void declare(CLI::App& command);

  /// Throws input_error when a number is out of its range or an output cannot be written.
  void validate() const;

  /// The scene that was asked for, with the camera that was asked for.
  [[nodiscard]] scene make_scene() const;

  /// `size` with the defaults filled in.
  [[nodiscard]] picture_size picture_for(const camera& view) const;
};

}  // namespace jackdaw::apps::radiosity
