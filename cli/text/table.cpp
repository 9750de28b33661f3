#include "cli/text/table.hpp"

#include <algorithm>
#include <ostream>

#include "apps/support/text/quoted.hpp"

namespace jackdaw::cli {

namespace {

/// Bytes: names of files and tasks may hold anything, and that at any length.
constexpr std::size_t widest_cell = 400;

/// Characters, not bytes: those that do not continue a UTF-8 sequence.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

void table::print(std::ostream& out, std::size_t indent) const {
  std::vector<std::string> heading;
  for (const auto& each : columns_) heading.push_back(each.title);
  const bool headed =
      std::any_of(heading.begin(), heading.end(), [](const std::string& title) { return !title.empty(); });

  std::vector<std::size_t> widths(columns_.size());
  const auto widen = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], width(cells[i]));
  };
  std::vector<std::vector<std::string>> rows = rows_;
  for (auto& cells : rows) {
    std::ranges::transform(cells, cells.begin(),
                           [](const std::string& cell) { return apps::quoted(cell, widest_cell); });
  }
  widen(heading);
  for (const auto& cells : rows) widen(cells);

  const auto print_row = [&](const std::vector<std::string>& cells) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(widths[i] - width(cells[i]), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].aligned == side::right ? padding + cells[i] : cells[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  };
  if (headed) print_row(heading);
  for (const auto& cells : rows) print_row(cells);
}

}  // namespace jackdaw::cli
