// The frame of a chart: where values lie on the sheet, the axes and their labels.
#pragma once

#include <string>

#include "cli/chart/sheet/axis.hpp"
#include "cli/chart/sheet/canvas.hpp"

namespace jackdaw::cli {

/// The frame in which values are drawn, and how values become spots.
struct chart_frame {
  rectangle box;
  axis across;
  axis up;
  [[nodiscard]] double x(double value) const { return box.left + box.width * across.place(value); }
  [[nodiscard]] double y(double value) const { return box.bottom() - box.height * up.place(value); }
};

/// What stands at a frame.
struct frame_labels {
  const std::string& title;
  const std::string& x;
  const std::string& y;
};

/// The frame that leaves room for the labels in `area`.
[[nodiscard]] chart_frame frame_in(const rectangle& area, axis across, axis up);

void draw_axes(canvas& sheet, const chart_frame& in, const frame_labels& labels);

}  // namespace jackdaw::cli
