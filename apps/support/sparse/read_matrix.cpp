#include "apps/support/sparse/read_matrix.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

#include "apps/support/files/text_lines.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::sparse {

namespace {

/// In as few digits as tell it from every other number.
std::string shown(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
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
    if (!list_.pattern && found->value < least_diagonal) {
      throw input_error(list_.path + ":" + std::to_string(found->line) + ": " + where + " is " +
                        shown(found->value) + "; expected at least 1e-290, below which products are lost");
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
  // A pattern names no row that it has no entry in: as many rows of a graph may well have no neighbour.
  constexpr std::size_t rows_for_nothing = 1'000'000, rows_for_an_entry = 1000;
  if (static_cast<std::size_t>(list.n) > rows_for_nothing + rows_for_an_entry * list.entries.size()) {
    throw input_error(list.path + ": " + std::to_string(list.n) + " rows with " +
                      std::to_string(list.entries.size()) + " entries; expected at most " +
                      std::to_string(rows_for_nothing) + " rows, and " + std::to_string(rows_for_an_entry) +
                      " more for each entry");
  }
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

matrix triplets(input_file input) {
  const char* const form = "row column value, counted from 0";
  const char* const any_form =
      "a matrix: Matrix Market (%%MatrixMarket), Harwell-Boeing, or lines of row column value";
  constexpr int most = std::numeric_limits<int>::max() - 1;
  entry_list list{input.shown_path(), 0, 0, false, false, {}};
  text_lines in(std::move(input), {'%'});
  bool has_lower = false;
  bool has_upper = false;
  while (in.next()) {
    const char* const expected = list.entries.empty() ? any_form : form;
    if (in.words().size() != 3) in.refuse(std::to_string(in.words().size()) + " words", expected);
    const entry e{static_cast<int>(in.whole(0, 0, most, expected)),
                  static_cast<int>(in.whole(1, 0, most, expected)), in.real(2, expected, largest_value),
                  in.number()};
    has_lower |= e.row > e.column;
    has_upper |= e.row < e.column;
    list.n = std::max({list.n, e.row + 1, e.column + 1});
    list.entries.push_back(e);
  }
  if (list.entries.empty()) in.refuse("no entries", form);
  list.one_triangle = !(has_lower && has_upper);
  return symmetric_matrix(std::move(list));
}

namespace {

/// Refuses what means to be a banner of Matrix Market and is none: without it indices would be counted from 0.
void refuse_broken_banner(const input_file& in, std::string_view front) {
  constexpr std::string_view name = "matrixmarket";
  for (std::size_t line = 1; front.starts_with('%'); ++line) {
    const std::size_t end = std::min(front.find_first_of("\r\n"), front.size());
    const std::string_view text = front.substr(0, end);
    const auto is_same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    if (std::search(text.begin(), text.end(), name.begin(), name.end(), is_same) != text.end()) {
      in.refuse_at(line, in_quotes(text) + " is not the banner of a Matrix Market file",
                   "%%MatrixMarket at the beginning of the first line");
    }
    front.remove_prefix(std::min(end + (front.substr(end, 2) == "\r\n" ? 2 : 1), front.size()));
  }
}

}  // namespace

matrix read_matrix(const std::string& path) {
  input_file in(path, "a matrix: Matrix Market, Harwell-Boeing, or lines of row column value");
  const std::string front(in.front(std::size_t{1} << 14U));
  if (front.starts_with("%%MatrixMarket")) return matrix_market(std::move(in));
  if (is_harwell_boeing(front)) return harwell_boeing(std::move(in));
  refuse_broken_banner(in, front);
  return triplets(std::move(in));
}

}  // namespace jackdaw::apps::sparse
