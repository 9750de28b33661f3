#include "apps/support/sparse/read_matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <limits>
#include <tuple>
#include <utility>

#include "apps/support/count_option.hpp"
#include "apps/support/input_error.hpp"
#include "apps/support/text_lines.hpp"

namespace jackdaw::apps::sparse {

namespace {

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// Where an entry stands in the lower triangle, and on which side it was.
auto key(const entry& e) {
  return std::tuple(std::min(e.row, e.column), std::max(e.row, e.column), e.row < e.column);
}

class entry_check {
 public:
  explicit entry_check(const entry_list& list) : list_(list) {}

  void nothing_twice() const {
    for (std::size_t i = 1; i < list_.entries.size(); ++i) {
      const entry& one = list_.entries[i - 1];
      const entry& other = list_.entries[i];
      if (key(one) == key(other))
        refuse(std::max(one.line, other.line), name(other) + " again", "each entry once");
      if (list_.one_triangle && mirror(one, other)) {
        refuse(std::max(one.line, other.line), name(other) + " besides " + name(one),
               "one triangle of a symmetric matrix");
      }
    }
  }

  /// Each entry beside the diagonal has its mirror image behind it in the list.
  void symmetric() const {
    const auto& all = list_.entries;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].row == all[i].column) continue;
      if (i + 1 == all.size() || !mirror(all[i], all[i + 1]))
        refuse(all[i].line, name(all[i]) + " has no counterpart", "a symmetric matrix");
      if (all[i].value != all[i + 1].value) {
        refuse(std::max(all[i].line, all[i + 1].line),
               name(all[i]) + " is " + shown(all[i].value) + ", " + name(all[i + 1]) + " is " +
                   shown(all[i + 1].value),
               "a symmetric matrix");
      }
      ++i;
    }
  }

  void diagonal(int row, const entry* found) const {
    const std::string where = "the diagonal of row " + std::to_string(row + list_.counted_from);
    const char* const expected = "; expected a positive definite matrix, whose diagonal is positive";
    if (found == nullptr) throw input_error(list_.path + ": " + where + " is missing" + expected);
    if (!list_.pattern && !(found->value > 0)) {
      throw input_error(list_.path + ":" + std::to_string(found->line) + ": " + where + " is " +
                        shown(found->value) + expected);
    }
  }

 private:
  static bool mirror(const entry& one, const entry& other) {
    return one.row == other.column && one.column == other.row;
  }

  [[nodiscard]] std::string name(const entry& e) const {
    return "entry (" + std::to_string(e.row + list_.counted_from) + ", " +
           std::to_string(e.column + list_.counted_from) + ")";
  }

  [[noreturn]] void refuse(int line, const std::string& problem, const std::string& expected) const {
    throw input_error(list_.path + ":" + std::to_string(line) + ": " + problem + "; expected " + expected);
  }

  const entry_list& list_;
};

}  // namespace

matrix symmetric_matrix(entry_list list) {
  require_memory(list.path, static_cast<std::size_t>(list.n) + list.entries.size(), sizeof(entry));
  std::vector<entry>& all = list.entries;
  std::sort(all.begin(), all.end(), [](const entry& a, const entry& b) { return key(a) < key(b); });
  const entry_check check(list);
  check.nothing_twice();
  if (!list.one_triangle) check.symmetric();

  matrix a;
  a.n = list.n;
  std::vector<int> degree;
  if (list.pattern) degree.resize(static_cast<std::size_t>(list.n));
  std::size_t at = 0;
  for (int column = 0; column < a.n; ++column) {
    const auto in_column = [&] { return at < all.size() && std::get<0>(key(all[at])) == column; };
    const bool has_diagonal = in_column() && all[at].row == all[at].column;
    if (!list.pattern || has_diagonal) check.diagonal(column, has_diagonal ? &all[at] : nullptr);
    a.row.push_back(column);
    a.value.push_back(has_diagonal && !list.pattern ? all[at].value : 1.0);
    at += has_diagonal ? 1 : 0;
    while (in_column()) {
      const int row = std::get<1>(key(all[at]));
      a.row.push_back(row);
      a.value.push_back(list.pattern ? -1.0 : all[at].value);
      if (list.pattern) {
        ++degree[static_cast<std::size_t>(row)];
        ++degree[static_cast<std::size_t>(column)];
      }
      at += list.one_triangle ? 1 : 2;
    }
    a.start.push_back(static_cast<int>(a.row.size()));
  }
  for (std::size_t i = 0; i < degree.size(); ++i) a.value[static_cast<std::size_t>(a.start[i])] += degree[i];
  return a;
}

matrix triplets(const std::string& path) {
  const char* const form = "row column value, counted from 0";
  text_lines in(path, "a matrix: Matrix Market, Harwell-Boeing, or lines of row column value", '%');
  entry_list list{path, 0, 0, false, false, {}};
  bool has_lower = false;
  bool has_upper = false;
  while (in.next()) {
    if (in.words().size() != 3) in.refuse(std::to_string(in.words().size()) + " words", form);
    constexpr int most = std::numeric_limits<int>::max() - 1;
    const entry e{static_cast<int>(in.whole(0, 0, most, form)), static_cast<int>(in.whole(1, 0, most, form)),
                  in.real(2, form), in.number()};
    has_lower |= e.row > e.column;
    has_upper |= e.row < e.column;
    list.n = std::max({list.n, e.row + 1, e.column + 1});
    list.entries.push_back(e);
  }
  if (list.entries.empty()) in.refuse("no entries", form);
  list.one_triangle = !(has_lower && has_upper);
  return symmetric_matrix(std::move(list));
}

matrix read_matrix(const std::string& path) {
  std::string first;
  std::getline(std::ifstream(path, std::ios::binary), first);
  if (first.ends_with('\r')) first.pop_back();
  if (first.starts_with("%%MatrixMarket")) return matrix_market(path, first);
  return is_harwell_boeing(path) ? harwell_boeing(path) : triplets(path);
}

}  // namespace jackdaw::apps::sparse
