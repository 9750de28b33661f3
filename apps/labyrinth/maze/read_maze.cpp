#include "apps/labyrinth/maze/read_maze.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::labyrinth {

namespace {

constexpr const char* any_maze = "a labyrinth: text, PNG, PBM or STAMP";

/// No labyrinth of the greatest size needs more, whatever it is written as.
constexpr std::size_t most_bytes = 4 * most_squares;

/// Whether the first line that is no comment is one of `d x y z`, or would be if it were complete.
bool is_stamp(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n", at), bytes.size());
    const std::size_t first = bytes.find_first_not_of(" \t\v\f", at);
    if (first < end && bytes[first] != '#') return bytes[first] == 'd' || bytes[first] == 'p';
    at = end + 1;
  }
  return false;
}

}  // namespace

puzzle read_puzzle(const std::string& file, const chosen_ends& ends) {
  input_file in(file, any_maze);
  const std::string path = in.shown_path();
  const std::string front(in.front(std::size_t{1} << 14U));
  if (is_stamp(front)) {
    if (ends.from || ends.to) in.refuse("a STAMP file has its routes in it", "no --from and no --to");
    return stamp_puzzle(std::move(in));
  }
  const std::string bytes = in.rest(most_bytes);
  if (bytes.starts_with("\x89PNG") || bytes.starts_with("P1") || bytes.starts_with("P4")) {
    puzzle result{bytes[0] == 'P' ? pbm_maze(path, bytes) : png_maze(path, bytes), {}};
    result.routes.push_back(border_route(path, result.squares, ends));
    return result;
  }
  constexpr std::array<const char*, 8> netpbm{nullptr, nullptr, "PGM", "PPM", nullptr, "PGM", "PPM", "PAM"};
  if (bytes.size() > 2 && bytes[0] == 'P' && bytes[1] >= '0' && bytes[1] <= '7') {
    if (const char* const kind = netpbm[static_cast<std::size_t>(bytes[1] - '0')])
      in.refuse("is a picture in " + std::string(kind) + " (" + bytes.substr(0, 2) + ")",
                "a bitmap in PBM (P1 or P4) or PNG, or a labyrinth as text or of STAMP");
  }
  return text_puzzle(path, bytes, ends);
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
