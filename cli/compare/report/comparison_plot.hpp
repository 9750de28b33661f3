// A comparison as a picture.
#pragma once

#include <iosfwd>
#include <string>

#include "cli/chart/sheet/canvas.hpp"
#include "cli/compare/comparison.hpp"

namespace jackdaw::cli {

/// Throws input_error unless `path` ends in .svg or .png and could be written.
void require_plottable(const std::string& path);

/// Time and speed-up of each scheduler by number of workers; for a single number of workers bars,
/// fastest first. Wrong results are left out, and the picture says so.
void draw(std::ostream& out, canvas::format format, const comparison& found);

/// The same as a file, SVG or PNG by its name, which is complete or not there.
void write_plot(const std::string& path, const comparison& found);

}  // namespace jackdaw::cli
