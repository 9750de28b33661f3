#include "apps/support/sparse/fortran_format.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>
#include <utility>

#include "apps/support/decimal.hpp"
#include "apps/support/parse.hpp"
#include "apps/support/quoted.hpp"

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

  /// What says how numbers are written rather than where: BN, BZ; signs, rounding and the point, as everybody has them.
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

bool has_number(const std::vector<item>& items) {
  return std::any_of(items.begin(), items.end(), [](const item& each) {
    return each.what == step::number || (each.what == step::group && has_number(each.group));
  });
}

/// The reading of one part of a file.
class reading {
 public:
  reading(std::size_t count, const fortran_format::input& from) : count_(count), from_(from) {}

  void run(const std::vector<item>& items) {
    if (count_ == 0) return;
    from_.next_line();
    if (!go(items)) return;
    const auto last_group =
        std::find_if(items.rbegin(), items.rend(), [](const item& each) { return each.what == step::group; });
    const auto first = last_group == items.rend() ? items.begin() : last_group.base() - 1;
    const std::vector<item> again(first, items.end());
    while (done_ < count_) {
      if (!has_number(again))
        throw std::invalid_argument("a format without a number from its last parenthesis on");
      next_line();
      if (!go(again)) return;
    }
  }

 private:
  void next_line() {
    from_.next_line();
    column_ = 0;
  }

  /// False: the end, at a descriptor of a number that is not to be read any more.
  bool go(const std::vector<item>& items) {
    for (const item& each : items) {
      const bool repeats =
          each.what == step::number || each.what == step::group || each.what == step::next_line;
      for (std::int64_t i = 0; i < (repeats ? each.count : 1); ++i) {
        if (++steps_ > most_steps) throw std::invalid_argument("a format that goes on without a number");
        if (!once(each)) return false;
      }
    }
    return true;
  }

  bool once(const item& each) {
    const auto columns = static_cast<std::size_t>(each.count);
    switch (each.what) {
      case step::number:
        return number(each.field);
      case step::group:
        return go(each.group);
      case step::right:
        column_ += columns;
        break;
      case step::left:
        column_ -= std::min(column_, columns);
        break;
      case step::column:
        column_ = columns - 1;
        break;
      case step::scale:
        scale_ = static_cast<int>(each.count);
        break;
      case step::next_line:
        next_line();
        break;
      case step::stop_if_done:
        return done_ < count_;
      case step::blanks:
        zeros_ = false;
        break;
      case step::zeros:
        zeros_ = true;
        break;
    }
    if (column_ > static_cast<std::size_t>(most_steps))
      throw std::invalid_argument("a format beyond a million columns");
    return true;
  }

  bool number(const fortran_field& described) {
    if (done_ == count_) return false;
    fortran_field field = described;
    field.scale = scale_;
    field.zeros = zeros_;
    from_.take(done_, field, from_.text(column_, field.width));
    column_ += field.width;
    ++done_;
    steps_ = 0;
    if (column_ > static_cast<std::size_t>(most_steps))
      throw std::invalid_argument("a format beyond a million columns");
    return true;
  }

  std::size_t count_;
  const fortran_format::input& from_;
  std::size_t done_ = 0;
  std::size_t column_ = 0;
  std::int64_t steps_ = 0;
  int scale_ = 0;
  bool zeros_ = false;
};

/// The field without blanks, or with zeros in their place but for those in front; what the line has not is blank.
std::string digits_of(const fortran_field& field, std::string_view text) {
  std::string word(text);
  if (field.zeros) {
    word.resize(field.width, ' ');
    word.erase(0, std::min(word.find_first_not_of(' '), word.size()));
    std::replace(word.begin(), word.end(), ' ', '0');
  } else {
    std::erase(word, ' ');
  }
  return word;
}

}  // namespace

fortran_format::fortran_format(std::string_view text) : text_(text) {
  std::string bare;
  for (const char c : text)
    if (c != ' ') bare += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  items_ = format_reader(bare).read();
  if (!has_number(items_)) throw std::invalid_argument("a format without a number");
}

void fortran_format::read(std::size_t count, const input& from) const { reading(count, from).run(items_); }

std::optional<std::int64_t> fortran_whole(const fortran_field& field, std::string_view text) {
  const std::string word = digits_of(field, text);
  std::string_view digits = word;
  if (digits.starts_with('+') && digits.size() > 1 && is_digit(digits[1])) digits.remove_prefix(1);
  std::int64_t value = 0;
  if (field.letter == 'F' || !parses_as(digits, value)) return std::nullopt;
  return value;
}

std::optional<double> fortran_real(const fortran_field& field, std::string_view text) {
  const std::string word = digits_of(field, text);
  std::size_t at = 0;
  const auto take_sign = [&] {
    return at < word.size() && (word[at] == '+' || word[at] == '-') ? word[at++] : '\0';
  };
  const auto take_digits = [&] {
    const std::size_t begin = at;
    while (at < word.size() && is_digit(word[at])) ++at;
    return std::string_view(word).substr(begin, at - begin);
  };
  const bool is_negative = take_sign() == '-';
  std::string number(take_digits());
  std::int64_t power = 0;
  if (at < word.size() && word[at] == '.') {
    ++at;
    const std::string_view fraction = take_digits();
    number += fraction;
    power = -static_cast<std::int64_t>(fraction.size());
  } else {
    power = -field.digits;
  }
  if (field.letter == 'I' || number.empty()) return std::nullopt;
  if (at == word.size()) {
    power -= field.scale;
  } else {
    const bool has_letter = std::string_view("EDQedq").find(word[at]) != std::string_view::npos;
    if (has_letter) ++at;
    const char sign = take_sign();
    const std::string_view digits = take_digits();
    if (digits.empty() || at != word.size() || (!has_letter && sign == '\0')) return std::nullopt;
    std::int64_t exponent = most_steps;  // of more digits than a number: as good as any that no double has
    if (!parses_as(digits, exponent) || exponent > most_steps) exponent = most_steps;
    power += sign == '-' ? -exponent : exponent;
  }
  return decimal((is_negative ? "-" : "") + number + "e" + std::to_string(power));
}

}  // namespace jackdaw::apps::sparse
