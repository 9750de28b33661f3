// Curves over the number of workers.
#pragma once

#include <string>
#include <vector>

#include "cli/chart/sheet/canvas.hpp"

namespace jackdaw::cli {

/// A measured value at `x`, and between which values it lies; `low` = `high` = `y` where that is not known.
struct measured_point {
  double x;
  double y;
  double low;
  double high;
};

/// Curves with the same number in several panels belong together and look alike.
struct curve {
  std::size_t number;
  std::vector<measured_point> points;
};

struct line_panel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<curve> curves;  ///< with one point at least
  bool logarithmic = false;   ///< where the values differ by more than a factor of 8
  bool diagonal = false;      ///< y = x is drawn as the ideal
};

/// Draws the panel, labels and all, inside `area`.
void draw(canvas& sheet, const rectangle& area, const line_panel& panel);

}  // namespace jackdaw::cli
