#include "apps/nbody/options.hpp"

#include <algorithm>

#include <CLI/App.hpp>

#include "apps/support/files/output_file.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/range_option.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::nbody {

void options::declare(CLI::App& command) {
  command.add_option("--n", n_text_, "Particles (default 8192)")->type_name("COUNT");
  command.add_option("--block", block_text_, "Particles in a block (default 256)")->type_name("COUNT");
  command.add_option("--steps", steps_text_, "Steps of time (default 16)")->type_name("COUNT");
  command.add_option("--dt", step, "Time of a step, in units of Lennard-Jones")->capture_default_str();
  command.add_option("--density", start.density, "Particles per volume at the start")->capture_default_str();
  command.add_option("--temperature", start.temperature, "Temperature at the start")->capture_default_str();
  command.add_option("--seed", start.seed, "Seed of the velocities (default 1)")->type_name("NUMBER");
  command
      .add_option(
          "--access", access_text_,
          "How tasks of the flow face change forces: write, add, reduce (with renaming), ordered (the "
          "same sums in every run)")
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--order", order_text_,
                  "Order of pairs of blocks: rows of the triangle (default of the flow face), or rounds "
                  "without a block in common")
      ->type_name("NAME");
  command
      .add_option("--reference", reference_text_, "The serial program: on blocks, or a double loop (loop)")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--picture", picture_path, "Write the particles to this PNG file")->type_name("FILE");
  face.declare(command);
}

void options::validate() {
  face.validate();
  start.n = parse_count("--n", n_text_, 1'000'000);
  block = parse_count("--block", block_text_, 1'000'000);
  steps = parse_count("--steps", steps_text_, 100'000'000);
  require_range("--dt", step, 1e-6, 0.01);
  require_range("--density", start.density, 1e-6, 1.2);
  require_range("--temperature", start.temperature, 0, 5);

  const auto* const named = std::find_if(access_kinds.begin(), access_kinds.end(),
                                         [this](const auto& kind) { return kind.first == access_text_; });
  if (named == access_kinds.end())
    throw input_error("--access " + access_text_ +
                      ": no such access; expected write, add, reduce or ordered");
  access = named->second;

  if (!order_text_.empty() && order_text_ != "rows" && order_text_ != "rounds")
    throw input_error("--order " + order_text_ + ": no such order; expected rows or rounds");
  if (order_text_ == "rows" && !face.is_flow())
    throw input_error("--order rows: pairs of a row have a block in common; expected --face flow, or rounds");
  by_rows = order_text_.empty() ? face.is_flow() : order_text_ == "rows";

  if (reference_text_ != "blocks" && reference_text_ != "loop")
    throw input_error("--reference " + reference_text_ + ": no such program; expected blocks or loop");
  reference_is_loop = reference_text_ == "loop";
  require_writable(std::vector<named_output>{{"--picture", picture_path, file_kind::png}});
}

std::string options::input() const {
  return "n=" + std::to_string(start.n) + " steps=" + std::to_string(steps) + " dt=" + plain(step) +
         " density=" + plain(start.density) + " temperature=" + plain(start.temperature) +
         " seed=" + std::to_string(start.seed);
}

}  // namespace jackdaw::apps::nbody
