#include "apps/labyrinth/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace jackdaw::apps::labyrinth {

void draw_text(std::ostream& out, const puzzle& of, const std::vector<way>& ways) {
  const maze& squares = of.squares;
  std::vector<char> drawn(squares.squares().size());
  std::transform(squares.squares().begin(), squares.squares().end(), drawn.begin(),
                 [](std::uint8_t open) { return open != 0 ? ' ' : '#'; });
  for (const way& each : ways)
    for (const std::uint32_t square : each) drawn[square] = '*';
  for (const route& each : of.routes) {
    drawn[squares.number(each.from)] = 'S';
    drawn[squares.number(each.to)] = 'E';
  }
  for (int z = 0; z < squares.layers(); ++z) {
    if (z > 0) out << '\n';
    for (int y = 0; y < squares.height(); ++y) {
      out.write(&drawn[squares.number({0, y, z})], squares.width());
      out << '\n';
    }
  }
}

namespace {

constexpr colour wall_colour{38, 38, 46};

/// Ten that can be told apart, the first of them red.
colour way_colour(std::size_t number) {
  constexpr std::array<colour, 10> colours{{{214, 39, 40},
                                            {31, 119, 180},
                                            {44, 160, 44},
                                            {255, 127, 14},
                                            {148, 103, 189},
                                            {140, 86, 75},
                                            {227, 119, 194},
                                            {100, 100, 100},
                                            {170, 170, 20},
                                            {23, 190, 207}}};
  return colours[number % colours.size()];
}

/// From blue, where the wave begins, to nearly white, where it ends.
colour floor_colour(double part) {
  const auto between = [part](double near, double far) {
    return static_cast<std::uint8_t>(std::lround(near + (far - near) * part));
  };
  return {between(96, 250), between(150, 250), between(214, 252)};
}

std::vector<colour> square_colours(const puzzle& of, const std::vector<way>& ways) {
  const auto& open = of.squares.squares();
  std::vector<colour> colours(open.size(), wall_colour);
  std::vector<std::uint32_t> distance(open.size(), nowhere);
  if (of.routes.size() == 1) distance = distances(of.squares, of.routes.front().from);
  std::uint32_t largest = 1;
  for (const std::uint32_t each : distance)
    if (each != nowhere) largest = std::max(largest, each);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open[i] == 0) continue;
    colours[i] = floor_colour(distance[i] == nowhere ? 1.0 : static_cast<double>(distance[i]) / largest);
  }
  for (std::size_t i = 0; i < ways.size(); ++i)
    for (const std::uint32_t square : ways[i]) colours[square] = way_colour(i);
  return colours;
}

}  // namespace

picture draw(const puzzle& of, const std::vector<way>& ways) {
  const maze& squares = of.squares;
  const auto colours = square_colours(of, ways);
  const int rows = squares.layers() * (squares.height() + 1) - 1;  // a line between two layers
  const int scale = std::clamp(800 / std::max(squares.width(), rows), 1, 16);
  picture result = blank_picture(scale * squares.width(), scale * rows, {255, 255, 255});
  for (int y = 0; y < result.height; ++y) {
    const int row = y / scale;
    const int in_layer = row % (squares.height() + 1);
    if (in_layer == squares.height()) continue;
    for (int x = 0; x < result.width; ++x)
      set_pixel(result, x, y, colours[squares.number({x / scale, in_layer, row / (squares.height() + 1)})]);
  }
  return result;
}

}  // namespace jackdaw::apps::labyrinth
