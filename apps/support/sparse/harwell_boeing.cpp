// The files of the Harwell-Boeing collection: punched cards, on which numbers stand in fields of fixed width.
//
// Four lines say what follows: title; numbers of lines; type and size; how numbers are written. Then come the
// beginning of each column, the row of each entry, the value of each entry.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/support/input_error.hpp"
#include "apps/support/parse.hpp"
#include "apps/support/sparse/read_matrix.hpp"

namespace jackdaw::apps::sparse {

namespace {

constexpr int most = std::numeric_limits<int>::max() - 1;

/// How the numbers of a part are written, such as (16I5) or (1P,4D20.12): how many on a line, how wide.
struct fields {
  std::size_t on_line = 0;
  std::size_t width = 0;
};

class card_reader {
 public:
  explicit card_reader(const std::string& path) : path_(path), stream_(path, std::ios::binary) {}

  [[noreturn]] void refuse(const std::string& problem, const std::string& expected) const {
    throw input_error(path_ + ":" + std::to_string(number_) + ": " + problem + "; expected " + expected);
  }

  void next_line(const std::string& expected) {
    if (!std::getline(stream_, line_)) refuse("the file ends", expected);
    ++number_;
    if (line_.ends_with('\r')) line_.pop_back();
  }

  /// What stands on the line from a column on, without blanks at either end.
  [[nodiscard]] std::string_view field(std::size_t from, std::size_t width) const {
    std::string_view text = std::string_view(line_).substr(std::min(from, line_.size()), width);
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
  }

  [[nodiscard]] int whole(std::string_view text, int least, int greatest, const std::string& what) const {
    int value = 0;
    if (!parses_as(text, value) || value < least || value > greatest) {
      refuse("\"" + std::string(text) + "\"",
             what + ", from " + std::to_string(least) + " to " + std::to_string(greatest));
    }
    return value;
  }

  [[nodiscard]] double real(std::string_view text) const {
    std::string word(text.starts_with('+') ? text.substr(1) : text);
    for (char& c : word)
      if (c == 'D' || c == 'd') c = 'E';
    double value = 0;
    if (!parses_as(word, value) || !(std::abs(value) <= std::numeric_limits<double>::max()))
      refuse("\"" + std::string(text) + "\"", "a finite number");
    return value;
  }

  [[nodiscard]] fields format(std::size_t from, std::size_t width) const {
    const std::string_view text = field(from, width);
    const std::size_t letter = text.find_first_of("IEDFGiedfg");
    fields found;
    if (letter != std::string_view::npos) {
      std::size_t first = letter;
      while (first > 0 && std::isdigit(static_cast<unsigned char>(text[first - 1])) != 0) --first;
      std::size_t end = letter + 1;
      while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
      static_cast<void>(parses_as(text.substr(first, letter - first), found.on_line));
      static_cast<void>(parses_as(text.substr(letter + 1, end - letter - 1), found.width));
    }
    if (found.on_line == 0 || found.width == 0)
      refuse("\"" + std::string(text) + "\"", "a format such as (16I5) or (4E20.12)");
    return found;
  }

  /// Reads `count` numbers; each(index, text) takes them.
  void part(const fields& form, std::size_t count, const std::string& what, const auto& each) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i % form.on_line == 0) next_line(what);
      each(i, field(i % form.on_line * form.width, form.width));
    }
  }

  [[nodiscard]] int number() const { return number_; }

 private:
  const std::string& path_;
  std::ifstream stream_;
  std::string line_;
  int number_ = 0;
};

}  // namespace

bool is_harwell_boeing(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string line;
  for (int i = 0; i < 3; ++i) std::getline(in, line);
  const auto is = [&line](std::size_t i, std::string_view letters) {
    return letters.find(static_cast<char>(std::toupper(static_cast<unsigned char>(line[i])))) !=
           std::string_view::npos;
  };
  return line.size() > 3 && is(0, "RCPI") && is(1, "SUHZR") && is(2, "AE") && line[3] == ' ';
}

matrix harwell_boeing(const std::string& path) {
  card_reader in(path);
  in.next_line("a title");
  in.next_line("numbers of lines");
  const std::string_view right_hand_sides = in.field(56, 14);
  const bool skips_line = !right_hand_sides.empty() && right_hand_sides != "0";
  in.next_line("type and size");
  std::string type(in.field(0, 3));
  for (char& c : type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if ((type[0] != 'R' && type[0] != 'P') || (type[1] != 'S' && type[1] != 'U') || type[2] != 'A')
    in.refuse("type " + type, "RSA, PSA, RUA or PUA: real or pattern, symmetric or not, assembled");
  entry_list list{path, 1, 0, type[1] == 'S', type[0] == 'P', {}};
  list.n = in.whole(in.field(14, 14), 1, most, "a number of rows");
  if (const int columns = in.whole(in.field(28, 14), 1, most, "a number of columns"); columns != list.n) {
    in.refuse(std::to_string(list.n) + " rows and " + std::to_string(columns) + " columns",
              "a square matrix");
  }
  const int entries = in.whole(in.field(42, 14), 0, most, "a number of entries");
  in.next_line("formats");
  const std::array<fields, 3> forms{in.format(0, 16), in.format(16, 16),
                                    list.pattern ? fields{} : in.format(32, 20)};
  if (skips_line) in.next_line("the right-hand sides");

  std::vector<int> start;
  in.part(forms[0], static_cast<std::size_t>(list.n) + 1, "the beginnings of the columns",
          [&](std::size_t, std::string_view text) {
            start.push_back(in.whole(text, start.empty() ? 1 : start.back(), start.empty() ? 1 : entries + 1,
                                     "the beginning of a column"));
          });
  if (start.back() != entries + 1)
    in.refuse(std::to_string(start.back() - 1) + " entries in the columns", std::to_string(entries));
  int column = 0;
  in.part(forms[1], static_cast<std::size_t>(entries), "the rows of the entries",
          [&](std::size_t i, std::string_view text) {
            while (start[static_cast<std::size_t>(column) + 1] <= static_cast<int>(i) + 1) ++column;
            list.entries.push_back({in.whole(text, 1, list.n, "a row") - 1, column, 1, in.number()});
          });
  if (!list.pattern) {
    in.part(forms[2], static_cast<std::size_t>(entries), "the values of the entries",
            [&](std::size_t i, std::string_view text) {
              list.entries[i].value = in.real(text);
              list.entries[i].line = in.number();
            });
  }
  return symmetric_matrix(std::move(list));
}

}  // namespace jackdaw::apps::sparse
