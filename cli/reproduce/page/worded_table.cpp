#include "cli/reproduce/page/worded_table.hpp"

#include <ostream>

namespace jackdaw::cli {

void print(std::ostream& out, const worded_table& one) {
  if (!one.title.empty()) out << one.title << '\n';
  table rows(one.columns);
  for (const auto& each : one.rows) rows.row(each);
  rows.print(out);
  for (const std::string& line : one.below) out << line << '\n';
  out << '\n';
}

}  // namespace jackdaw::cli
