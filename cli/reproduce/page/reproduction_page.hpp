// Papers' results and ours on one page.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/reproduce/reproduction.hpp"

namespace jackdaw::cli {

/// Throws input_error unless `path` ends in .html and could be written.
void require_page(const std::string& path);

/// An HTML page that needs nothing else: where it was measured, which results agree, the rule; then each result with
/// the paper's figures and ours side by side, as a picture and as tables. At least one.
void write_page(std::ostream& out, const std::vector<reproduction>& all);

/// The same as a file, which is complete or not there.
void write_page(const std::string& path, const std::vector<reproduction>& all);

}  // namespace jackdaw::cli
