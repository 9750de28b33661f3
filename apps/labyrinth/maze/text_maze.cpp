// Labyrinths drawn in characters, and the routes of STAMP.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/labyrinth/maze/read_maze.hpp"
#include "apps/support/files/text_lines.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::labyrinth {

namespace {

/// Without the ends of lines, and without blanks behind, which editors like to remove anyway.
std::vector<std::string_view> rows_of(std::string_view bytes) {
  std::vector<std::string_view> rows;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    rows.push_back(bytes.substr(0, end));
    const std::size_t after = bytes.substr(end, 2) == "\r\n" ? 2 : 1;
    bytes.remove_prefix(std::min(end + after, bytes.size()));
  }
  while (!rows.empty() && rows.back().empty()) rows.pop_back();
  return rows;
}

std::string shown(char c) {
  if (std::isprint(static_cast<unsigned char>(c)) != 0) return std::string("'") + c + "'";
  return "byte " + std::to_string(static_cast<unsigned char>(c));
}

}  // namespace

puzzle text_puzzle(const std::string& path, const std::string& bytes, const chosen_ends& ends) {
  const auto rows = rows_of(bytes);
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.size());
  if (width == 0) throw input_error(path + ": blank; expected rows of # and blanks, with an S and an E");
  if (width > 1U << 24U || rows.size() > 1U << 24U || width * rows.size() > most_squares)
    throw input_error(path + ": too large; expected at most " + std::to_string(most_squares) + " squares");

  // Rows may end before their last walls; but not all of them be as good as empty beside a long one.
  constexpr std::size_t small = 1'000'000, for_a_byte = 100;
  if (width * rows.size() > small + for_a_byte * bytes.size()) {
    throw input_error(path + ": " + std::to_string(bytes.size()) + " bytes for " + std::to_string(width) +
                      " x " + std::to_string(rows.size()) +
                      " squares; expected rows of about the same length");
  }

  maze squares(static_cast<int>(width), static_cast<int>(rows.size()), 1, false);
  std::vector<place> from, to;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      const char c = rows[y][x];
      const place here{static_cast<int>(x), static_cast<int>(y), 0};
      if (c == '#') continue;
      if (c != ' ' && c != '.' && c != 'S' && c != 'E') {
        throw input_error(path + ":" + std::to_string(y + 1) + ": " + shown(c) + " in column " +
                          std::to_string(x + 1) +
                          "; expected # for walls, blank or . for open squares, S, E");
      }
      squares.set(here, true);
      if (c == 'S') from.push_back(here);
      if (c == 'E') to.push_back(here);
    }
  }
  const auto only = [&](const std::vector<place>& found, const std::optional<place>& chosen, char letter,
                        const char* option) {
    if (chosen) return *chosen;
    if (found.size() == 1) return found.front();
    throw input_error(path + ": " + std::to_string(found.size()) + " squares " + letter +
                      "; expected one, or " + option + " X,Y");
  };
  const route way{only(from, ends.from, 'S', "--from"), only(to, ends.to, 'E', "--to")};
  require_open(path, squares, way);
  return {std::move(squares), {way}};
}

puzzle stamp_puzzle(input_file input) {
  const std::string path = input.shown_path();
  text_lines in(std::move(input), {});
  const char* const size_form = "d X Y Z, the extents";
  const char* const route_form = "p X Y Z X Y Z, a route";
  puzzle result;
  while (in.next()) {
    const auto& words = in.words();
    if (words[0] == "d" && result.squares.width() == 0) {
      if (words.size() != 4) in.refuse(std::to_string(words.size()) + " words", size_form);
      const auto extent = [&](std::size_t i) { return static_cast<int>(in.whole(i, 1, 1 << 20, size_form)); };
      const int width = extent(1), height = extent(2), layers = extent(3);
      if (static_cast<double>(width) * height * layers > static_cast<double>(most_squares))
        in.refuse("too large", "at most " + std::to_string(most_squares) + " squares");
      result.squares = maze(width, height, layers, true);
    } else if (words[0] == "p" && result.squares.width() > 0) {
      if (words.size() != 7) in.refuse(std::to_string(words.size()) + " words", route_form);
      const auto at = [&](std::size_t i) { return static_cast<int>(in.whole(i, 0, 1 << 20, route_form)); };
      const route way{{at(1), at(2), at(3)}, {at(4), at(5), at(6)}};
      require_open(path + ":" + std::to_string(in.number()), result.squares, way);
      result.routes.push_back(way);
    } else {
      in.refuse(in.shown(0), result.squares.width() == 0 ? size_form : route_form);
    }
  }
  if (result.routes.empty()) in.refuse("the file ends without a route", route_form);
  return result;
}

}  // namespace jackdaw::apps::labyrinth
