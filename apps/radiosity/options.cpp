#include "apps/radiosity/options.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <CLI/App.hpp>

#include "apps/radiosity/scene/rooms.hpp"
#include "apps/radiosity/scene/scene_obj.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/options/range_option.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::radiosity {

void options::declare(CLI::App& command) {
  command
      .add_option("--scene", scene_name,
                  "cornell, largeroom, library, hall, office, small, or a Wavefront OBJ file")
      ->type_name("NAME|FILE.obj")
      ->capture_default_str();
  command.add_option("--eps", solver.accuracy, "Part of the lights' power that one interaction may carry")
      ->capture_default_str();
  command.add_option(
      "--area", solver.smallest_area,
      "Area below which no element is divided, in squared scene units (0: 1/20000 of the scene's)");
  command
      .add_option(
          "--hidden-measure", solver.hidden_measure,
          "What the power of a pair counts that no ray connects, before it is divided: 0.5 as much as "
          "that of a wholly visible pair, 1 as that of a partly visible one, 0 nothing")
      ->capture_default_str();
  command
      .add_option("--tolerance", solver.tolerance,
                  "Stop when the total radiosity changes by less than this part")
      ->capture_default_str();
  command.add_option("--max-iterations", solver.most_iterations, "Stop after so many iterations in any case")
      ->type_name(whole_numbers(1, 1000))
      ->capture_default_str();
  command.add_option("--picture", picture_path, "Write what the camera sees to this PNG file")
      ->type_name("FILE");
  command.add_option("--mesh", mesh_path, "Write the lit mesh to this PLY file")->type_name("FILE");
  command.add_option("--width", size.width, "Width of the picture in pixels (0: fits the height)")
      ->type_name(whole_numbers(0, 8192));
  command.add_option("--height", size.height, "Height of the picture in pixels (0: 640, or fits the width)")
      ->type_name(whole_numbers(0, 8192));
  command.add_option("--samples", size.samples, "rays along each side of a pixel")
      ->type_name(whole_numbers(1, 8))
      ->capture_default_str();
  command.add_option("--eye", eye, "where the camera stands: x,y,z")->delimiter(',')->expected(3);
  command.add_option("--look-at", target, "what the camera looks at: x,y,z")->delimiter(',')->expected(3);
  command.add_option("--fov", field_of_view, "Vertical field of view in degrees (0: the scene's)");
}

namespace {

void require(bool right, const std::string& option, double value, const std::string& expected) {
  if (!right) throw input_error(option + " " + plain(value) + ": expected " + expected);
}

void require_finite(const std::vector<double>& point, const std::string& option) {
  for (const double x : point) require(std::isfinite(x), option, x, "three finite numbers x,y,z");
}

vec3 to_point(const std::vector<double>& p) { return {p[0], p[1], p[2]}; }

}  // namespace

void options::validate() const {
  // A comparison with NaN is false, so it fails all of these.
  require(solver.accuracy > 0 && solver.accuracy <= 1, "--eps", solver.accuracy,
          "a number above 0, at most 1");
  require(solver.smallest_area >= 0 && std::isfinite(solver.smallest_area), "--area", solver.smallest_area,
          "a finite number from 0");
  require(solver.hidden_measure >= 0 && solver.hidden_measure <= 1, "--hidden-measure", solver.hidden_measure,
          "a number from 0 to 1");
  require(solver.tolerance > 0 && solver.tolerance <= 1, "--tolerance", solver.tolerance,
          "a number above 0, at most 1");
  require(field_of_view == 0 || (field_of_view >= 1 && field_of_view <= 170), "--fov", field_of_view,
          "1 to 170 degrees, or 0");
  require_finite(eye, "--eye");
  require_finite(target, "--look-at");
  require_writable({{"--picture", picture_path, file_kind::png}, {"--mesh", mesh_path, file_kind::ply}});
}

scene options::make_scene() const {
  const bool is_file =
      scene_name.find_first_of("./") != std::string::npos || std::filesystem::exists(scene_name);
  scene s;
  if (scene_name == "cornell")
    s = cornell_box();
  else if (scene_name == "largeroom")
    s = large_room();
  else if (scene_name == "library")
    s = library();
  else if (scene_name == "hall")
    s = hall();
  else if (scene_name == "office")
    s = office();
  else if (scene_name == "small")
    s = small_room();
  else if (is_file)
    s = read_obj(scene_name);
  else
    throw input_error("--scene " + (scene_name.empty() ? "\"\"" : quoted(scene_name)) +
                      ": no such scene; expected cornell, largeroom, library, hall, office, small, or the "
                      "path of an OBJ file");
  if (!eye.empty()) s.view.eye = to_point(eye) - s.origin;
  if (!target.empty()) s.view.target = to_point(target) - s.origin;
  if (field_of_view > 0) s.view.field_of_view = field_of_view;
  constexpr double farthest = 1e6;  // of the scene's size: farther away rays meet it by chance
  if (!(length(s.view.eye - (s.low + s.high) * 0.5) <= farthest * s.diagonal()))
    throw input_error(
        "--eye: too far away; expected a point not farther from the scene than 1e6 times its size, " +
        plain(s.diagonal()));
  const vec3 ahead = s.view.target - s.view.eye;
  if (!(length(cross(ahead, s.view.up)) > 1e-6 * length(ahead)))
    throw input_error(
        "--eye, --look-at: the camera looks nowhere or straight up or down; expected two points, not "
        "one above the other");
  return s;
}

picture_size options::picture_for(const camera& view) const {
  picture_size result = size;
  if (result.height == 0)
    result.height = size.width > 0 ? static_cast<int>(std::lround(size.width / view.aspect)) : 640;
  if (result.width == 0) result.width = static_cast<int>(std::lround(result.height * view.aspect));
  result.width = std::clamp(result.width, 1, 8192);
  result.height = std::clamp(result.height, 1, 8192);
  return result;
}

}  // namespace jackdaw::apps::radiosity
