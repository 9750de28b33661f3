#include "apps/barnes/options.hpp"

#include <cmath>

#include <CLI/App.hpp>

#include "apps/barnes/bodies/body_file.hpp"
#include "apps/barnes/bodies/plummer.hpp"
#include "apps/barnes/tree/place.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/options/range_option.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::barnes {

namespace {

void require(bool right, const std::string& option, double value, const std::string& expected) {
  if (!right) throw input_error(option + " " + plain(value) + ": expected " + expected);
}

}  // namespace

void options::declare(CLI::App& command) {
  command.add_option("--n", count_text_, "Bodies of Plummer's model (default 16384)")->type_name("COUNT");
  command.add_option("--seed", seed_, "Seed of the generator (default 1)")->type_name("NUMBER");
  command
      .add_option("--bodies", input_path_,
                  "Read bodies from this file instead, one a line: mass x y z vx vy vz")
      ->type_name("FILE");
  command.add_option("--steps", steps_text_, "Steps of time (default 10)")->type_name("COUNT");
  command.add_option("--step", physics.step, "Length of a step")->capture_default_str();
  command
      .add_option("--theta", physics.theta,
                  "Opening angle, 0 to 1: a group of bodies that looks smaller counts as one; 0: all pairs")
      ->capture_default_str();
  command.add_option("--softening", physics.softening, "Length below which close encounters are smoothed")
      ->capture_default_str();
  command.add_option("--grain", grain_text_, "Bodies in a task (default 256)")->type_name("COUNT");
  command.add_option("--picture", picture_path, "Write a picture of the bodies to this PNG file")
      ->type_name("FILE");
  command.add_option("--width", picture_side, "Width and height of the picture in pixels")
      ->type_name(whole_numbers(2, 8192))
      ->capture_default_str();
  command
      .add_option("--output-bodies", bodies_path, "Write the bodies to this file, as input of a later run")
      ->type_name("FILE");
  face.declare(command);
}

void options::validate() {
  face.validate();
  if (!input_path_.empty() && !count_text_.empty())
    throw input_error("--n " + quoted(count_text_) + ": says what to generate, but --bodies " +
                      quoted(input_path_, 160) + " is given; expected one of the two");
  count_ = parse_count("--n", count_text_.empty() ? "16384" : count_text_, most_bodies);
  physics.steps = parse_count("--steps", steps_text_, 100'000'000);
  grain = parse_count("--grain", grain_text_, most_bodies);
  // A comparison with NaN is false, so it fails all of these.
  require(physics.theta >= 0 && physics.theta <= 1, "--theta", physics.theta, "0 to 1");
  require(physics.softening >= 0 && physics.softening <= largest_number, "--softening", physics.softening,
          "a length from 0 to 1e30");
  require(std::abs(physics.step) > 0 && std::abs(physics.step) <= largest_number, "--step", physics.step,
          "a time up to 1e30, negative to go back");
  require_writable(
      {{"--picture", picture_path, file_kind::png}, {"--output-bodies", bodies_path, file_kind::text}});
}

std::vector<body> options::make_bodies() const {
  if (!input_path_.empty()) return read_bodies(input_path_);
  require_memory("--n " + std::to_string(count_), count_,
                 2 * sizeof(body) + sizeof(pull) + 2 * sizeof(place));
  return plummer(count_, seed_);
}

std::string options::input(std::size_t bodies) const {
  const std::string source = input_path_.empty() ? "plummer seed=" + std::to_string(seed_) : input_path_;
  return source + " n=" + std::to_string(bodies) + " steps=" + std::to_string(physics.steps) +
         " theta=" + plain(physics.theta);
}

}  // namespace jackdaw::apps::barnes
