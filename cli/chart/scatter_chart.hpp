// Measured points, and curves to hold them against.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/chart/sheet/canvas.hpp"

namespace jackdaw::cli {

/// A chart of points: x, above 0, is logarithmic, in whole decades; y begins at 0.
struct scatter_panel {
  struct point {
    double x;
    double y;
  };
  /// Points of one kind, with the marker of the legend's name of that number.
  struct series {
    std::size_t number;
    std::vector<point> points;
  };
  /// A function over all of the x axis, with its name at its left end.
  struct bound {
    std::string name;
    std::function<double(double)> y;
    std::vector<double> dashes;
  };

  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<series> measured;
  std::vector<bound> bounds;  ///< at most two; the higher one first
};

/// Draws the panel, labels and all, inside `area`. At least one point.
void draw(canvas& sheet, const rectangle& area, const scatter_panel& panel);

}  // namespace jackdaw::cli
