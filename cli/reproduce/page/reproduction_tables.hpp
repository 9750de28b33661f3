// A reproduction as tables of words, for the terminal and for the page.
#pragma once

#include <string>
#include <vector>

#include "cli/reproduce/page/worded_table.hpp"
#include "cli/reproduce/reproduction.hpp"

namespace jackdaw::cli {

/// A table for each number of workers; or the times and the orders; then what was added.
[[nodiscard]] std::vector<worded_table> tables_of(const reproduction& both);

/// "paper: …; here: …": inputs, which size it was, and how many rounds.
[[nodiscard]] std::string inputs_text(const reproduction& both);

/// A row for each: which of its rows or orders agree.
[[nodiscard]] worded_table summary_of(const std::vector<reproduction>& all);

}  // namespace jackdaw::cli
