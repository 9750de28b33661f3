// Values side by side, as bars that grow to the right.
#pragma once

#include <string>
#include <vector>

#include "cli/chart/sheet/canvas.hpp"

namespace jackdaw::cli {

struct bar {
  std::string name;
  double value;
  double low;
  double high;
  std::string label;  ///< what stands behind the bar
};

struct bar_panel {
  std::string x_label;
  std::vector<bar> bars;  ///< from top to bottom, one at least
};

/// The height that draw() needs.
[[nodiscard]] double height(const bar_panel& panel);

void draw(canvas& sheet, const rectangle& area, const bar_panel& panel);

}  // namespace jackdaw::cli
