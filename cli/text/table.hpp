// Aligned columns of text.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace jackdaw::cli {

/// Rows under a heading, columns as wide as their widest cell. Cells may hold anything: what a terminal obeys is shown
/// escaped, and no more than some lines of it.
class table {
 public:
  enum class side { left, right };
  struct column {
    std::string title;  ///< no column has one: no heading is printed
    side aligned = side::left;
  };

  explicit table(std::vector<column> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns, or fewer.
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// An empty line between rows.
  void gap() { rows_.emplace_back(); }

  /// Each line begins with `indent` spaces; none ends with any.
  void print(std::ostream& out, std::size_t indent = 0) const;

 private:
  std::vector<column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace jackdaw::cli
