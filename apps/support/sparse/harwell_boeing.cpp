// The files of the Harwell-Boeing collection: punched cards, on which numbers stand in fields of fixed width.
//
// Four lines say what follows: title; numbers of lines; type and size; how numbers are written. Then come the
// beginning of each column, the row of each entry, the value of each entry, and perhaps right-hand sides.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/support/files/input_file.hpp"
#include "apps/support/sparse/fortran_format.hpp"
#include "apps/support/sparse/read_matrix.hpp"
#include "apps/support/text/parse.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::sparse {

namespace {

constexpr int most_rows = std::numeric_limits<int>::max() - 1;

class card_reader {
 public:
  explicit card_reader(input_file& in) : in_(in) {}

  [[noreturn]] void refuse(const std::string& problem, const std::string& expected) const {
    in_.refuse_at(static_cast<std::size_t>(number_), problem, expected);
  }

  void next_line(const std::string& expected) {
    if (!in_.line(line_)) refuse("the file ends", expected);
    ++number_;
  }

  /// Characters from a column on, fewer where the line ends.
  [[nodiscard]] std::string_view columns(std::size_t from, std::size_t width) const {
    return std::string_view(line_).substr(std::min(from, line_.size()), width);
  }

  /// The same without blanks at either end.
  [[nodiscard]] std::string_view field(std::size_t from, std::size_t width) const {
    std::string_view text = columns(from, width);
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
  }

  /// A number of the header, which is in columns of its own.
  [[nodiscard]] int whole(std::size_t from, int least, const std::string& what) const {
    const std::string_view text = field(from, 14);
    int value = 0;
    if (!parses_as(text, value) || value < least || value > most_rows) {
      refuse(in_quotes(text), what + ", from " + std::to_string(least) + " to " + std::to_string(most_rows));
    }
    return value;
  }

  [[nodiscard]] fortran_format format(std::size_t from, std::size_t width) const {
    const std::string_view text = field(from, width);
    try {
      return fortran_format(text);
    } catch (const std::invalid_argument& error) {
      refuse(in_quotes(text) + ": " + error.what(),
             "a Fortran format of numbers, such as (16I5) or (1P,4E20.12)");
    }
  }

  /// Reads `count` numbers; each(index, field, text) takes them.
  void part(const fortran_format& form, std::size_t count, const std::string& what, const auto& each) {
    try {
      form.read(count, {[&] { next_line(what); },
                        [&](std::size_t column, std::size_t width) {
                          column_ = column;
                          return columns(column, width);
                        },
                        each});
    } catch (const std::invalid_argument& error) {
      refuse(in_quotes(form.text()) + ": " + error.what(), what);
    }
  }

  /// Refuses the field that was given to each() last.
  [[noreturn]] void refuse_field(const fortran_field& field, std::string_view text,
                                 const std::string& expected) const {
    refuse(in_quotes(text) + " in " + field.name + " at column " + std::to_string(column_ + 1), expected);
  }

  [[nodiscard]] int whole(const fortran_field& form, std::string_view text, int least, int greatest,
                          const std::string& what) const {
    const auto value = fortran_whole(form, text);
    if (!value || *value < least || *value > greatest)
      refuse_field(form, text, what + ", from " + std::to_string(least) + " to " + std::to_string(greatest));
    return static_cast<int>(*value);
  }

  [[nodiscard]] double real(const fortran_field& form, std::string_view text, bool whole_numbers) const {
    if (whole_numbers) {
      constexpr std::int64_t exact = std::int64_t{1} << 53U;
      const auto value = fortran_whole(form, text);
      if (!value || *value > exact || *value < -exact)
        refuse_field(form, text, "a whole number of at most 2^53");
      return static_cast<double>(*value);
    }
    const auto value = fortran_real(form, text);
    if (!value || std::abs(*value) > largest_value)
      refuse_field(form, text, "a finite real number of at most 1e290");
    return *value;
  }

  void require_end() {
    while (in_.line(line_)) {
      ++number_;
      if (!field(0, line_.size()).empty()) refuse("a line behind the last value", "the end of the file");
    }
  }

  [[nodiscard]] int number() const { return number_; }

 private:
  input_file& in_;
  std::string line_;
  int number_ = 0;
  std::size_t column_ = 0;
};

struct letter_of_type {
  char letter;
  const char* what;
};

/// What the three letters of the type say.
struct matrix_type {
  bool pattern = false, whole_numbers = false, one_triangle = false;
};

matrix_type type_on(const card_reader& in) {
  static constexpr std::array<std::array<letter_of_type, 5>, 3> refused{
      {{{{'C', "complex"}, {}, {}, {}, {}}},
       {{{'H', "Hermitian"}, {'Z', "skew symmetric"}, {'R', "rectangular"}, {}, {}}},
       {{{'E', "elemental"}, {}, {}, {}, {}}}}};
  std::string type(in.columns(0, 3));
  for (char& c : type) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const char* const expected =
      "RSA, PSA, ISA, RUA, PUA or IUA: real, pattern or integer, symmetric or not, assembled";
  for (std::size_t i = 0; i < 3; ++i) {
    for (const letter_of_type& each : refused[i])
      if (each.what != nullptr && each.letter == type[i])
        in.refuse("type " + type + ", " + each.what, expected);
  }
  const std::string_view letters = type;
  if (std::string_view("RPI").find(letters[0]) == std::string_view::npos ||
      std::string_view("SU").find(letters[1]) == std::string_view::npos || letters[2] != 'A')
    in.refuse("type " + in_quotes(type), expected);
  return {letters[0] == 'P', letters[0] == 'I', letters[1] == 'S'};
}

}  // namespace

bool is_harwell_boeing(std::string_view front) {
  for (int line = 0; line < 2; ++line) {
    const std::size_t end = front.find_first_of("\r\n");
    if (end == std::string_view::npos) return false;
    front.remove_prefix(end + (front.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  const auto is = [&front](std::size_t i, std::string_view letters) {
    return letters.find(static_cast<char>(std::toupper(static_cast<unsigned char>(front[i])))) !=
           std::string_view::npos;
  };
  return front.size() > 3 && is(0, "RCPIQ") && is(1, "SUHZR") && is(2, "AE") && front[3] == ' ';
}

matrix harwell_boeing(input_file input) {
  card_reader in(input);
  in.next_line("a title");
  in.next_line("numbers of lines");
  const std::string_view right_hand_sides = in.field(56, 14);
  const bool has_right_hand_sides = right_hand_sides.find_first_not_of('0') != std::string_view::npos;
  in.next_line("type and size");
  const matrix_type type = type_on(in);
  entry_list list{input.shown_path(), 1, 0, type.one_triangle, type.pattern, {}};
  list.n = in.whole(14, 1, "a number of rows");
  if (const int columns = in.whole(28, 1, "a number of columns"); columns != list.n) {
    in.refuse(std::to_string(list.n) + " rows and " + std::to_string(columns) + " columns",
              "a square matrix");
  }
  const int entries = in.whole(42, 0, "a number of entries");
  in.next_line("formats");
  const fortran_format starts = in.format(0, 16);
  const fortran_format rows = in.format(16, 16);
  const fortran_format values = list.pattern ? rows : in.format(32, 20);
  if (has_right_hand_sides) in.next_line("the right-hand sides");

  std::vector<int> start;
  in.part(starts, static_cast<std::size_t>(list.n) + 1, "the beginnings of the columns",
          [&](std::size_t, const fortran_field& form, std::string_view text) {
            start.push_back(in.whole(form, text, start.empty() ? 1 : start.back(),
                                     start.empty() ? 1 : entries + 1, "the beginning of a column"));
          });
  if (start.back() != entries + 1)
    in.refuse(std::to_string(start.back() - 1) + " entries in the columns", std::to_string(entries));
  int column = 0;
  in.part(rows, static_cast<std::size_t>(entries), "the rows of the entries",
          [&](std::size_t i, const fortran_field& form, std::string_view text) {
            while (start[static_cast<std::size_t>(column) + 1] <= static_cast<int>(i) + 1) ++column;
            list.entries.push_back({in.whole(form, text, 1, list.n, "a row") - 1, column, 1, in.number()});
          });
  if (!list.pattern) {
    in.part(values, static_cast<std::size_t>(entries), "the values of the entries",
            [&](std::size_t i, const fortran_field& form, std::string_view text) {
              list.entries[i].value = in.real(form, text, type.whole_numbers);
              list.entries[i].line = in.number();
            });
  }
  if (!has_right_hand_sides) in.require_end();
  return symmetric_matrix(std::move(list));
}

}  // namespace jackdaw::apps::sparse
