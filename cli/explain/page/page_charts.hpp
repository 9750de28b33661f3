// The pictures of a report page, as SVG elements.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace jackdaw::cli {

/// A value for each of equal parts of the x axis, as an area below a line. `unit`: of the y axis.
void draw_area(std::ostream& out, const std::vector<double>& values, double top, const std::string& x_end,
               const std::string& unit);

/// A bar.
struct page_bar {
  std::string label;
  double value;
  std::string text;  ///< shown at the bar
};

void draw_bars(std::ostream& out, const std::vector<page_bar>& bars);

}  // namespace jackdaw::cli
