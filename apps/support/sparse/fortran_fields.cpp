// What READ does with a format, and what the fields mean.
#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "apps/support/sparse/fortran_format.hpp"
#include "apps/support/text/decimal.hpp"
#include "apps/support/text/parse.hpp"

namespace jackdaw::apps::sparse {

namespace {

using field_item = fortran_format::item;
using step_of = fortran_format::step;

constexpr std::int64_t most_columns = 1'000'000;  // and steps without a number

/// All steps of a part together, for each of its numbers and lines: what a format of 16 or 20 letters needs.
constexpr std::int64_t steps_a_number = 32;

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

/// The reading of one part of a file.
class reading {
 public:
  reading(std::size_t count, const fortran_format::input& from) : count_(count), from_(from) {}

  void run(const std::vector<field_item>& items) {
    if (count_ == 0) return;
    from_.next_line();
    if (!go(items)) return;
    const auto last_group = std::find_if(items.rbegin(), items.rend(),
                                         [](const field_item& each) { return each.what == step_of::group; });
    const auto first = last_group == items.rend() ? items.begin() : last_group.base() - 1;
    const std::vector<field_item> again(first, items.end());
    while (done_ < count_) {
      if (!fortran_format::has_number(again))
        throw std::invalid_argument("a format without a number from its last parenthesis on");
      next_line();
      if (!go(again)) return;
    }
  }

 private:
  void next_line() {
    from_.next_line();
    ++paid_;
    column_ = 0;
  }

  /// False: the end, at a descriptor of a number that is not to be read any more.
  bool go(const std::vector<field_item>& items) {
    for (const field_item& each : items) {
      const bool repeats =
          each.what == step_of::number || each.what == step_of::group || each.what == step_of::next_line;
      for (std::int64_t i = 0; i < (repeats ? each.count : 1); ++i) {
        // Lines and numbers that are there pay for steps: in all no more than in proportion to the file.
        if (++steps_ > most_columns + steps_a_number * paid_)
          throw std::invalid_argument("a format that goes on without a number");
        if (!once(each)) return false;
      }
    }
    return true;
  }

  bool once(const field_item& each) {
    const auto columns = static_cast<std::size_t>(each.count);
    switch (each.what) {
      case step_of::number:
        return number(each.field);
      case step_of::group:
        return go(each.group);
      case step_of::right:
        column_ += columns;
        break;
      case step_of::left:
        column_ -= std::min(column_, columns);
        break;
      case step_of::column:
        column_ = columns - 1;
        break;
      case step_of::scale:
        scale_ = static_cast<int>(each.count);
        break;
      case step_of::next_line:
        next_line();
        break;
      case step_of::stop_if_done:
        return done_ < count_;
      case step_of::blanks:
        zeros_ = false;
        break;
      case step_of::zeros:
        zeros_ = true;
        break;
    }
    if (column_ > static_cast<std::size_t>(most_columns))
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
    ++paid_;
    if (column_ > static_cast<std::size_t>(most_columns))
      throw std::invalid_argument("a format beyond a million columns");
    return true;
  }

  std::size_t count_;
  const fortran_format::input& from_;
  std::size_t done_ = 0;
  std::size_t column_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t paid_ = 0;  // numbers and lines
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

void fortran_format::read(std::size_t count, const input& from) const { reading(count, from).run(items_); }

std::optional<std::int64_t> fortran_whole(const fortran_field& field, std::string_view text) {
  const std::string word = digits_of(field, text);
  std::string_view digits = word;
  if (digits.starts_with('+') && digits.size() > 1 && is_decimal_digit(digits[1])) digits.remove_prefix(1);
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
    while (at < word.size() && is_decimal_digit(word[at])) ++at;
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
    std::int64_t exponent = most_columns;  // of more digits than a number: as good as any that no double has
    if (!parses_as(digits, exponent) || exponent > most_columns) exponent = most_columns;
    power += sign == '-' ? -exponent : exponent;
  }
  return decimal((is_negative ? "-" : "") + number + "e" + std::to_string(power));
}

}  // namespace jackdaw::apps::sparse
