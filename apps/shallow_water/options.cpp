#include "apps/shallow_water/options.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <CLI/App.hpp>

#include "apps/support/files/output_file.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/range_option.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/parse.hpp"

namespace jackdaw::apps::shallow_water {

namespace {

constexpr std::size_t largest_block = 5000;  // by default, as in T15
constexpr std::size_t fewest_blocks = 16;    // by default, where they are not too small then
constexpr std::size_t most_steps = 100'000'000;

/// How far the fastest wave goes in a step, in spacings of nodes: the scheme is stable up to about 1.3.
constexpr double default_way = 1.0;
constexpr double longest_way = 1.2;

std::size_t parse_nodes(const std::string& text) {
  const std::size_t nodes = parse_count("--nodes", text);
  const std::size_t parts = nearest_parts(nodes);
  if (node_count(parts) == nodes) return parts;
  throw input_error("--nodes " + text + ": expected 10 m^2 + 2 for m from " + std::to_string(least_parts) +
                    " to " + std::to_string(most_parts) + ", of which " + std::to_string(node_count(parts)) +
                    " is the nearest");
}

}  // namespace

void options::declare(CLI::App& command) {
  command
      .add_option("--nodes", nodes_text_, "Nodes on the sphere, 10 m^2 + 2, 162 to 655362 (default 10242)")
      ->type_name("COUNT");
  command
      .add_option("--case", case_,
                  "Test case of Williamson et al.: 2, a steady flow, or 5, a flow over a mountain")
      ->type_name("NUMBER")
      ->capture_default_str();
  command.add_option("--tilt", tilt_, "Degrees between the axis of the steady flow and that of the nodes")
      ->capture_default_str();
  CLI::Option* const days =
      command.add_option("--days", days_, "Simulated time in days")->capture_default_str();
  command.add_option("--steps", steps_text_, "Simulated time in steps")->type_name("COUNT")->excludes(days);
  command
      .add_option("--dt", dt_text_,
                  "Length of a step in seconds (default: the time of a wave from a node to the next one; a "
                  "little less to end with the day)")
      ->type_name("SECONDS");
  command
      .add_option("--block", block_text_,
                  "Nodes in a block (default 5000, fewer where these make fewer than 16 blocks)")
      ->type_name("COUNT");
  command.add_option("--picture", picture_path, "Write a map of the heights to this PNG file")
      ->type_name("FILE");
  face.declare(command);
}

void options::validate() {
  face.validate();
  parts = parse_nodes(nodes_text_);
  if (case_ != flow_case::steady && case_ != flow_case::mountain)
    throw input_error("--case " + std::to_string(case_) + ": no such case; expected 2 or 5");
  require_range("--tilt", tilt_, -180, 180);
  if (tilt_ != 0 && case_ != flow_case::steady)
    throw input_error("--tilt " + plain(tilt_) +
                      ": the flow over the mountain is not tilted; expected --case 2");
  require_range("--days", days_, 0.001, 10'000);
  choose_step();
  require_writable(std::vector<named_output>{{"--picture", picture_path, file_kind::png}});
}

void options::choose_step() {
  const double by_way = spacing(node_count(parts)) * earth_radius / flow().fastest_wave();
  step = default_way * by_way;
  if (!dt_text_.empty()) {
    if (!parses_as(dt_text_, step)) throw input_error("--dt " + dt_text_ + ": expected a number of seconds");
    require_range("--dt", step, 1, std::floor(longest_way * by_way));
  }
  if (!steps_text_.empty()) {
    steps = parse_count("--steps", steps_text_, most_steps);
    return;
  }
  steps = static_cast<std::size_t>(std::ceil(days_ * day / step));
  if (dt_text_.empty()) step = days_ * day / static_cast<double>(steps);
}

std::string options::input() const {
  return "case=" + std::to_string(case_) + (tilt_ != 0 ? " tilt=" + plain(tilt_) : "") +
         " nodes=" + std::to_string(node_count(parts)) + " steps=" + std::to_string(steps) +
         " dt=" + plain(step);
}

flow_case options::flow() const {
  return flow_case(static_cast<flow_case::kind>(case_), tilt_ * std::numbers::pi / 180);
}

blocks options::cut(const sphere& on) const {
  const std::size_t few = std::min(largest_block, on.count() / fewest_blocks);
  if (block_text_.empty()) return {on.count(), std::max(few, on.reach)};
  const std::size_t size = parse_count("--block", block_text_, on.count());
  if (size >= on.reach) return {on.count(), size};
  throw input_error("--block " + block_text_ + ": stencils of " + std::to_string(on.count()) +
                    " nodes reach beyond the blocks beside; expected at least " + std::to_string(on.reach));
}

}  // namespace jackdaw::apps::shallow_water
