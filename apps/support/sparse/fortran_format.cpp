#include "apps/support/sparse/fortran_format.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>
#include <utility>

#include "apps/support/text/parse.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::sparse {

namespace {

using item = fortran_format::item;
using step = fortran_format::step;

constexpr std::int64_t most_steps = 1'000'000;  // columns of a line, repetitions, steps without a number

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads a format, in capitals and without blanks.
class format_reader {
 public:
  explicit format_reader(std::string text) : text_(std::move(text)) {}

  std::vector<item> read() {
    if (!takes('(')) refuse("no format");
    return list();  // what stands behind its end is not looked at
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const { throw std::invalid_argument(problem); }
  /// Names what stands from `begin` on.
  [[noreturn]] void refuse_descriptor(std::size_t begin, const std::string& why) const {
    const std::size_t end = std::min(text_.find_first_of(",()/:", std::max(at_, begin + 1)), text_.size());
    refuse("descriptor " + quoted(std::string_view(text_).substr(begin, end - begin), 20) + " " + why);
  }

  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool takes(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  /// A number without sign, if there is one.
  std::optional<std::int64_t> number() {
    const std::size_t begin = at_;
    while (is_digit(next())) ++at_;
    if (at_ == begin) return std::nullopt;
    std::int64_t value = 0;
    if (!parses_as(std::string_view(text_).substr(begin, at_ - begin), value) || value > most_steps)
      refuse_descriptor(begin, "has too large a number");
    return value;
  }

  /// Up to the parenthesis that ends it.
  std::vector<item> list() {
    std::vector<item> items;
    if (takes(')')) return items;
    while (true) {
      const bool joins = one(items);  // the next may follow without a comma
      if (takes(')')) return items;
      if (takes(',')) continue;
      if (at_ == text_.size()) refuse("no end of the format");
      if (!joins && next() != '/' && next() != ':') refuse_descriptor(at_, "without a comma before it");
    }
  }

  /// Reads a descriptor or a group; returns whether a comma behind it may be left out.
  bool one(std::vector<item>& into) {
    const std::size_t begin = at_;
    const bool is_negative = takes('-');
    const bool is_signed = is_negative || takes('+');
    const bool is_endless = !is_signed && takes('*');
    const std::optional<std::int64_t> count = number();
    if (is_signed && (!count || next() != 'P')) refuse_descriptor(begin, "is none");
    if (count == 0 && next() != 'P') refuse_descriptor(begin, "has a repeat count of 0");
    if (is_endless && (count || next() != '(')) refuse_descriptor(begin, "is none");
    if (takes('(')) {
      if (++depth_ > 20) refuse("too many parentheses");
      item made{step::group, is_endless ? std::numeric_limits<std::int64_t>::max() : count.value_or(1)};
      made.group = list();
      --depth_;
      into.push_back(std::move(made));
      return false;
    }
    if (next() == 'P') {
      ++at_;
      if (!count) refuse_descriptor(begin, "without a number");
      into.push_back({step::scale, is_negative ? -*count : *count});
      return is_digit(next()) || std::string_view("FEDG").find(next()) != std::string_view::npos;
    }
    if (takes('X')) {
      into.push_back({step::right, count.value_or(1)});
      return false;
    }
    if (takes('/')) {
      into.push_back({step::next_line, count.value_or(1)});
      return true;
    }
    if (!count && takes(':')) {
      into.push_back({step::stop_if_done});
      return true;
    }
    if (!count && takes('T')) {
      const step what = takes('L') ? step::left : takes('R') ? step::right : step::column;
      const auto columns = number();
      if (!columns || *columns == 0) refuse_descriptor(begin, "without a column");
      into.push_back({what, *columns});
      return false;
    }
    if (!count && (next() == 'B' || next() == 'S' || next() == 'R' || next() == 'D') && control(into))
      return false;
    into.push_back(data(begin, count.value_or(1)));
    return false;
  }

  /// Parts that say how numbers are written rather than where: BN, BZ; signs, rounding and the point, in the
  /// usual forms.
  bool control(std::vector<item>& into) {
    const std::string_view rest = std::string_view(text_).substr(at_);
    const auto is = [&](std::string_view word) {
      if (!rest.starts_with(word)) return false;
      const char behind = rest.size() > word.size() ? rest[word.size()] : ')';
      if (behind != ',' && behind != ')' && behind != '/' && behind != ':') return false;
      at_ += word.size();
      return true;
    };
    if (is("BN") || is("BZ")) {
      into.push_back({text_[at_ - 1] == 'Z' ? step::zeros : step::blanks});
      return true;
    }
    return is("S") || is("SP") || is("SS") || is("RN") || is("RP") || is("DP");
  }

  item data(std::size_t begin, std::int64_t count) {
    const std::size_t name = at_;
    const char letter = next();
    if (letter == '\0') refuse("no end of the format");
    ++at_;
    if (letter == 'E' && (next() == 'N' || next() == 'S')) ++at_;
    if (std::string_view("IFEDG").find(letter) == std::string_view::npos) {
      refuse_descriptor(begin, "reads no number");
    }
    const auto width = number();
    std::optional<std::int64_t> digits;
    if (width && takes('.')) {
      digits = number();
      if (!digits) refuse_descriptor(begin, "is none");
    }
    if (digits && (letter == 'E' || letter == 'G') && takes('E') && !number())
      refuse_descriptor(begin, "is none");
    if (!width || *width == 0) refuse_descriptor(begin, "has no width");
    if (!digits && letter != 'I' && letter != 'G') refuse_descriptor(begin, "has no digits behind the point");
    fortran_field field;
    field.name = text_.substr(name, at_ - name);
    field.letter = letter == 'I' || letter == 'G' ? letter : 'F';
    field.width = static_cast<std::size_t>(*width);
    field.digits = static_cast<int>(digits.value_or(0));
    item made{step::number, count};
    made.field = std::move(field);
    return made;
  }

  std::string text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

bool fortran_format::has_number(const std::vector<item>& items) {
  return std::any_of(items.begin(), items.end(), [](const item& each) {
    return each.what == step::number || (each.what == step::group && has_number(each.group));
  });
}

fortran_format::fortran_format(std::string_view text) : text_(text) {
  std::string bare;
  for (const char c : text)
    if (c != ' ') bare += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  items_ = format_reader(bare).read();
  if (!has_number(items_)) throw std::invalid_argument("a format without a number");
}

}  // namespace jackdaw::apps::sparse
