// A table as words, which a terminal and a page show in their own ways.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/text/table.hpp"

namespace jackdaw::cli {

struct worded_table {
  std::string title;                   ///< empty: none
  std::vector<table::column> columns;  ///< with a heading each
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> below;  ///< lines that sum it up
};

/// For a terminal; an empty line ends it.
void print(std::ostream& out, const worded_table& one);

}  // namespace jackdaw::cli
