// A reproduction as a table and as JSON.
#pragma once

#include <iosfwd>

#include "cli/reproduce/reproduction.hpp"

namespace jackdaw::cli {

/// The paper's figures beside ours, and what agrees.
void print(std::ostream& out, const reproduction& both);

/// The same, and the whole comparison.
[[nodiscard]] apps::json to_json(const reproduction& both);

}  // namespace jackdaw::cli
