#include "apps/labyrinth/read_maze.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "apps/support/input_error.hpp"

namespace jackdaw::apps::labyrinth {

namespace {

constexpr const char* any_maze = "a labyrinth: text, PNG, PBM or STAMP";

std::string bytes_of(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw input_error(path + ": is a folder; expected " + any_maze);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw input_error(path + ": cannot be read; expected " + any_maze);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (bytes.empty()) throw input_error(path + ": is empty; expected " + any_maze);
  return bytes;
}

/// Whether the first line that is no comment is one of `d x y z`, or would be if it were complete.
bool is_stamp(const std::string& bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::size_t first = bytes.find_first_not_of(" \t\r", at);
    if (first < end && bytes[first] != '#') return bytes[first] == 'd' || bytes[first] == 'p';
    at = end + 1;
  }
  return false;
}

}  // namespace

puzzle read_puzzle(const std::string& path, const chosen_ends& ends) {
  const std::string bytes = bytes_of(path);
  if (bytes.starts_with("\x89PNG") || bytes.starts_with("P1") || bytes.starts_with("P4")) {
    puzzle result{bytes[0] == 'P' ? pbm_maze(path, bytes) : png_maze(path), {}};
    result.routes.push_back(border_route(path, result.squares, ends));
    return result;
  }
  if (!is_stamp(bytes)) return text_puzzle(path, bytes, ends);
  if (ends.from || ends.to)
    throw input_error(path + ": a STAMP file has its routes in it; expected no --from and no --to");
  return stamp_puzzle(path);
}

route border_route(const std::string& path, const maze& squares, const chosen_ends& ends) {
  route way;
  if (!ends.from || !ends.to) {
    // Once around, clockwise from the upper left corner.
    std::vector<place> border;
    const int right = squares.width() - 1;
    const int bottom = squares.height() - 1;
    for (int x = 0; x <= right; ++x) border.push_back({x, 0, 0});
    for (int y = 1; y <= bottom; ++y) border.push_back({right, y, 0});
    for (int x = right - 1; x >= 0 && bottom > 0; --x) border.push_back({x, bottom, 0});
    for (int y = bottom - 1; y > 0 && right > 0; --y) border.push_back({0, y, 0});
    std::vector<place> openings;
    for (std::size_t i = 0; i < border.size();) {
      std::size_t end = i;
      while (end < border.size() && squares.is_open(border[end])) ++end;
      if (end > i) openings.push_back(border[i + (end - i) / 2]);
      i = end + 1;
    }
    if (openings.size() != 2) {
      throw input_error(path + ": " + std::to_string(openings.size()) +
                        " openings in the border; expected two, or --from X,Y and --to X,Y");
    }
    way = {openings[0], openings[1]};
  }
  way.from = ends.from.value_or(way.from);
  way.to = ends.to.value_or(way.to);
  require_open(path, squares, way);
  return way;
}

void require_open(const std::string& where, const maze& squares, const route& way) {
  for (const place& end : {way.from, way.to}) {
    if (!squares.contains(end)) {
      throw input_error(where + ": " + text(end) + " is outside; expected a square of " +
                        std::to_string(squares.width()) + " x " + std::to_string(squares.height()) + " x " +
                        std::to_string(squares.layers()) + ", counted from 0");
    }
    if (!squares.is_open(end))
      throw input_error(where + ": " + text(end) + " is a wall; expected an open square");
  }
  if (way.from == way.to)
    throw input_error(where + ": the way begins and ends at " + text(way.from) + "; expected two squares");
}

}  // namespace jackdaw::apps::labyrinth
