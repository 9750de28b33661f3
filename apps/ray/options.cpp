#include "apps/ray/options.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>

#include <CLI/App.hpp>

#include "apps/ray/scene/balls.hpp"
#include "apps/ray/scene/box.hpp"
#include "apps/ray/scene/scene_obj.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/options/range_option.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "apps/support/text/shown.hpp"

namespace jackdaw::apps::ray {

namespace {

void require_points(const std::string& option, const std::vector<double>& numbers) {
  for (const double x : numbers)
    if (!(std::abs(x) <= 1e30))
      throw input_error(option + ": " + plain(x) +
                        " in a point; expected numbers X,Y,Z of at most 1e30 in size");
}

vec3 point(const std::vector<double>& numbers, std::size_t at = 0) {
  return {numbers[at], numbers[at + 1], numbers[at + 2]};
}

}  // namespace

void options::declare(CLI::App& command) {
  command.add_option("--scene", scene_name_, "balls, or a Wavefront OBJ file")
      ->type_name("NAME|FILE.obj")
      ->capture_default_str();
  command.add_option("--size", levels_text_, "For balls: levels of nine smaller balls on each (default 4)")
      ->type_name("COUNT");
  command.add_option("--width", width_text_, "Width of the picture in pixels (default 512)")
      ->type_name("COUNT");
  command.add_option("--height", height_text_, "Height of the picture in pixels (default: the width)")
      ->type_name("COUNT");
  command.add_option("--samples", samples_text_, "Rays along each side of a pixel (default 1)")
      ->type_name("COUNT");
  command.add_option("--depth", reflections_, "Reflections in a row, at most")
      ->type_name(whole_numbers(0, 1000))
      ->capture_default_str();
  command
      .add_option("--tile", tile_text_, "Pixels along each side of a task; 1: a task a pixel (default 16)")
      ->type_name("COUNT");
  command
      .add_option("--put", put_,
                  "When tiles become tasks: in the run, by rows; or at the start, all, as in HR10 (default "
                  "rows)")
      ->type_name("NAME");
  command.add_option("--eye", eye_, "Where the camera stands: x,y,z")->delimiter(',')->expected(3);
  command.add_option("--look-at", target_, "What the camera looks at: x,y,z")->delimiter(',')->expected(3);
  command.add_option("--up", up_, "What is up in the picture: x,y,z")->delimiter(',')->expected(3);
  command.add_option("--fov", field_of_view_, "Field of view of the height in degrees (0: the scene's)");
  command
      .add_option("--lights", lights_, "White lights instead of the scene's: x,y,z or x,y,z,x,y,z and so on")
      ->delimiter(',');
  command.add_option("--picture", picture_path, "Write the picture to this PNG file")->type_name("FILE");
  command.add_option("--pov", pov_path, "Write the scene for POV-Ray to this file")->type_name("FILE");
  face.declare(command);
}

void options::validate() {
  face.validate();
  if (put_ != "rows" && put_ != "start")
    throw input_error("--put " + quoted(put_) + ": expected rows or start");
  puts_at_start = put_ == "start";
  if (puts_at_start && face.name() != "pool")
    throw input_error("--put start: says when tasks of the pool face are put; expected --face pool, not " +
                      face.name());
  if (scene_name_ != "balls" && !levels_text_.empty())
    throw input_error("--size " + quoted(levels_text_) + ": says how many balls, but --scene " +
                      quoted(scene_name_, 160) + " is given; expected one of the two");
  levels_ = static_cast<unsigned>(parse_count("--size", levels_text_.empty() ? "4" : levels_text_, 6));
  settings.width = parse_count("--width", width_text_, 16384);
  settings.height = height_text_.empty() ? settings.width : parse_count("--height", height_text_, 16384);
  settings.samples = parse_count("--samples", samples_text_, 16);
  tile = parse_count("--tile", tile_text_, 16384);
  require_memory("--width, --height", settings.width * settings.height, sizeof(vec3));
  settings.reflections = static_cast<std::size_t>(reflections_);
  if (field_of_view_ != 0 && !(field_of_view_ >= 1 && field_of_view_ <= 170))
    throw input_error("--fov " + plain(field_of_view_) + ": expected 1 to 170 degrees, or 0");
  require_points("--eye", eye_);
  require_points("--look-at", target_);
  require_points("--up", up_);
  require_points("--lights", lights_);
  if (lights_.size() % 3 != 0)
    throw input_error("--lights: " + std::to_string(lights_.size()) +
                      " numbers; expected three for each light");
  require_writable({{"--picture", picture_path, file_kind::png}, {"--pov", pov_path, file_kind::pov}});
}

scene options::make_scene() const {
  scene s;
  if (scene_name_ == "balls")
    s = balls(levels_);
  else if (scene_name_.find_first_of("./") != std::string::npos || std::filesystem::exists(scene_name_))
    s = read_obj(scene_name_);
  else
    throw input_error("--scene " + (scene_name_.empty() ? "\"\"" : quoted(scene_name_)) +
                      ": no such scene; expected balls, or the path of an OBJ file");
  if (!eye_.empty()) s.view.eye = point(eye_) - s.origin;
  if (!target_.empty()) s.view.target = point(target_) - s.origin;
  if (!up_.empty()) s.view.up = point(up_);
  if (field_of_view_ > 0) s.view.field_of_view = field_of_view_;
  if (!lights_.empty()) {
    s.lights.clear();
    const double each = 1 / std::sqrt(static_cast<double>(lights_.size()) / 3);
    for (std::size_t at = 0; at < lights_.size(); at += 3)
      s.lights.push_back({point(lights_, at) - s.origin, {each, each, each}});
  }
  constexpr double farthest = 1e6;  // of the scene's size: farther away rays meet it by chance
  const box all = box_of(s);
  const double size = length(all.high - all.low);
  if (!(length(s.view.eye - all.centre()) <= farthest * size)) {
    throw input_error(
        "--eye: too far away; expected a point not farther from the scene than 1e6 times its size, " +
        apps::shown(size));
  }
  const vec3 ahead = s.view.target - s.view.eye;
  if (!(length(cross(ahead, s.view.up)) > 1e-6 * length(ahead) * length(s.view.up)))
    throw input_error(
        "--eye, --look-at, --up: the camera looks nowhere, or straight up or down; expected two "
        "points, and a direction across the way between them");
  return s;
}

}  // namespace jackdaw::apps::ray
