#include "cli/chart/sheet/chart_style.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "apps/support/text/quoted.hpp"

namespace jackdaw::cli {

namespace {

// Okabe and Ito 2008, "Color Universal Design", without its yellow, which is too light for lines on white.
constexpr std::array<colour, 7> palette{{{0.000, 0.447, 0.698},
                                         {0.835, 0.369, 0.000},
                                         {0.000, 0.620, 0.451},
                                         {0.800, 0.475, 0.655},
                                         {0.902, 0.624, 0.000},
                                         {0.337, 0.706, 0.914},
                                         {0.150, 0.150, 0.150}}};

/// `corners` points around `centre`, alternately at the two radii, the first one straight up after `turn`.
std::vector<spot> star(spot centre, int corners, double outer, double inner, double turn) {
  std::vector<spot> result;
  for (int i = 0; i < corners; ++i) {
    const double angle = turn - std::numbers::pi / 2 + 2 * std::numbers::pi * i / corners;
    const double radius = i % 2 == 0 ? outer : inner;
    result.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
  }
  return result;
}

}  // namespace

stroke curve_stroke(std::size_t number) {
  static constexpr std::array<std::array<double, 2>, 3> dashes{{{6, 3}, {2, 2.5}, {12, 3}}};
  stroke result{palette[number % palette.size()], 1.8, {}};
  const std::size_t lap = number / palette.size();
  if (lap > 0) {
    const auto& dash = dashes[(lap - 1) % dashes.size()];
    result.dashes = {dash[0], dash[1]};
  }
  return result;
}

void draw_marker(canvas& sheet, spot centre, std::size_t number) {
  const colour ink = palette[number % palette.size()];
  const double quarter = std::numbers::pi / 4;
  switch (number % 6) {  // 6 shapes and 7 colours: 42 different pairs
    case 0:
      return sheet.disc(centre, 3.6, ink);
    case 1:
      return sheet.fill(star(centre, 4, 4.6, 4.6, quarter), ink);
    case 2:
      return sheet.fill(star(centre, 3, 5, 5, 0), ink);
    case 3:
      return sheet.fill(star(centre, 4, 4.8, 4.8, 0), ink);
    case 4:
      return sheet.fill(star(centre, 3, 5, 5, 4 * quarter), ink);
    default:
      return sheet.fill(star(centre, 8, 5.4, 1.8, 0), ink);
  }
}

std::string fitted(canvas& sheet, std::string words, const lettering& how, double width) {
  words = apps::quoted(words, 400);  // no more than that has room anywhere
  if (sheet.text_width(words, how) <= width) return words;
  while (!words.empty() && sheet.text_width(words + "…", how) > width) {
    // whole characters: the bytes that continue one go with it
    while ((static_cast<unsigned char>(words.back()) & 0xC0U) == 0x80U && words.size() > 1) words.pop_back();
    words.pop_back();
  }
  return words + "…";
}

}  // namespace jackdaw::cli
