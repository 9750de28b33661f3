// Utilization against the normalized number of workers: BP98's figures 4 and 5.
#pragma once

#include <iosfwd>
#include <string>

#include "cli/chart/scatter_chart.hpp"
#include "cli/chart/sheet/canvas.hpp"
#include "cli/model/model_study.hpp"

namespace jackdaw::cli {

/// What is drawn: the points of each pool, and the curves of inequality 5 for c1 = c∞ = 1, as in figure 4, and for the
/// bound.
[[nodiscard]] scatter_panel utilization_panel(const model_study& found, const measure::model& bound);

/// The picture.
void draw(std::ostream& out, canvas::format format, const model_study& found, const measure::model& bound);

/// The same as a file, SVG or PNG by the name (cli/compare/report/comparison_plot.hpp: require_plottable). Complete or not there.
void write_plot(const std::string& path, const model_study& found, const measure::model& bound);

}  // namespace jackdaw::cli
