// A paper's result and ours as a picture, side by side.
#pragma once

#include <iosfwd>
#include <string>

#include "cli/chart/sheet/canvas.hpp"
#include "cli/reproduce/reproduction.hpp"

namespace jackdaw::cli {

/// The paper's figures on the left, ours on the right with the middle half of the rounds: bars for one and two
/// numbers of workers, curves for more. Of a result without numbers in the paper our times alone, as `compare` draws
/// them.
void draw(std::ostream& out, canvas::format format, const reproduction& both);

/// The picture, SVG or PNG by the name (cli/compare/report/comparison_plot.hpp: require_plottable). Complete or not
/// there.
void write_plot(const std::string& path, const reproduction& both);

}  // namespace jackdaw::cli
