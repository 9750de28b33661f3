// Which curve is which.
#pragma once

#include <string>
#include <vector>

#include "cli/chart/sheet/canvas.hpp"

namespace jackdaw::cli {

/// Rows of "marker name" under a chart, in as many columns as the width allows.
class legend {
 public:
  /// `names[i]` belongs to the curve with number i. `width` is what there is.
  legend(std::vector<std::string> names, double width);
  [[nodiscard]] double height() const;
  void draw(canvas& sheet, spot top_left) const;

 private:
  std::vector<std::string> names_;
  double column_width_;
  std::size_t columns_;
};

}  // namespace jackdaw::cli
