#include "apps/labyrinth/options.hpp"

#include <optional>
#include <utility>

#include <CLI/App.hpp>

#include "apps/labyrinth/maze/generate.hpp"
#include "apps/labyrinth/maze/read_maze.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/parse.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::labyrinth {

namespace {

std::optional<place> place_in(const char* option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  place result;
  const std::size_t comma = text.find(',');
  const std::string_view view = text;
  if (comma == std::string::npos || !parses_as(view.substr(0, comma), result.x) ||
      !parses_as(view.substr(comma + 1), result.y))
    throw input_error(std::string(option) + " " + quoted(text) +
                      ": expected a column and a row from 0, such as 1,1");
  return result;
}

int extent(const char* option, const std::string& text) {
  const std::size_t value = parse_count(option, text);
  if (value < 5 || value > 20'000)
    throw input_error(std::string(option) + " " + text + ": expected a whole number from 5 to 20000");
  return static_cast<int>(value);
}

}  // namespace

void options::declare(CLI::App& command) {
  command
      .add_option("--input", input_path, "A labyrinth: text, PNG, PBM or STAMP (apps/labyrinth/README.md)")
      ->type_name("FILE");
  command.add_option("--kind", kind_, "What to generate: " + kinds() + " (default braided)")
      ->type_name("NAME");
  command.add_option("--width", width_, "Columns to generate, 5 to 20000 (default 2001)")->type_name("COUNT");
  command.add_option("--height", height_, "Rows to generate (default: as many as columns)")
      ->type_name("COUNT");
  command.add_option("--seed", seed_, "Seed of the generator (default 1)")->type_name("NUMBER");
  command.add_option("--from", from_, "Where the way begins, column and row from 0")->type_name("X,Y");
  command.add_option("--to", to_, "Where it ends")->type_name("X,Y");
  command.add_option("--output", output_path, "Draw the way to this text file")->type_name("FILE");
  command.add_option("--picture", picture_path, "Draw the way to this PNG file")->type_name("FILE");
  command.add_option("--grain", grain_text_, "Squares in a task (default 512)")->type_name("COUNT");
}

puzzle options::make_puzzle() {
  grain = parse_count("--grain", grain_text_);
  require_writable({{"--output", output_path, file_kind::text}, {"--picture", picture_path, file_kind::png}});
  if (input_path.empty()) return generated();
  for (const auto& [option, text] :
       {std::pair{"--kind", kind_}, std::pair{"--width", width_}, std::pair{"--height", height_}}) {
    if (text.empty()) continue;
    throw input_error(std::string(option) + " " + quoted(text) + ": says what to generate, but --input " +
                      quoted(input_path, 160) + " is given; expected one of the two");
  }
  line_ = quoted(input_path, 160);
  return read_puzzle(input_path, {place_in("--from", from_), place_in("--to", to_)});
}

puzzle options::generated() {
  const std::string kind = kind_.empty() ? "braided" : kind_;
  const int width = extent("--width", width_.empty() ? "2001" : width_);
  const int height = height_.empty() ? width : extent("--height", height_);
  if (static_cast<double>(width) * height > static_cast<double>(most_squares))
    throw input_error("--width, --height: too large; expected at most " + std::to_string(most_squares) +
                      " squares");
  puzzle result = generate(kind, width, height, seed_);
  route& way = result.routes.front();
  way.from = place_in("--from", from_).value_or(way.from);
  way.to = place_in("--to", to_).value_or(way.to);
  require_open("--from, --to", result.squares, way);
  line_ =
      kind + " " + std::to_string(width) + "x" + std::to_string(height) + " seed=" + std::to_string(seed_);
  return result;
}

}  // namespace jackdaw::apps::labyrinth
