// Whole pictures of studies: a heading and one panel.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/chart/bar_chart.hpp"
#include "cli/chart/line_chart.hpp"
#include "cli/chart/sheet/canvas.hpp"

namespace jackdaw::cli {

void draw_bars(std::ostream& out, canvas::format format, const std::string& title, const bar_panel& panel);

/// Curves and their names below.
void draw_curves(std::ostream& out, canvas::format format, const std::vector<std::string>& names,
                 const line_panel& panel);

}  // namespace jackdaw::cli
