// A comparison as a picture.
#pragma once

#include <string>

#include "cli/compare/comparison.hpp"

namespace jackdaw::cli {

/// Throws input_error unless `path` ends in .svg or .png and could be written.
void require_plottable(const std::string& path);

/// Time and speed-up of each scheduler by number of workers; for a single number of workers bars,
/// fastest first. Wrong results are left out, and the picture says so. The file is complete or not there.
void write_plot(const std::string& path, const comparison& found);

}  // namespace jackdaw::cli
