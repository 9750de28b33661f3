#include "apps/support/files/text_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "apps/support/text/decimal.hpp"
#include "apps/support/text/parse.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps {

namespace {

constexpr std::string_view blanks = " \t\v\f";

}  // namespace

void text_lines::cut_comment(std::string& line) const {
  std::size_t at = line.find(form_.comment);
  if (form_.with_names) {
    while (at != std::string::npos && at > 0 && blanks.find(line[at - 1]) == std::string_view::npos)
      at = line.find(form_.comment, at + 1);
  }
  if (at != std::string::npos) line.resize(at);
}

/// A comment is cut off before: a path that ends with a backslash may stand in one.
void text_lines::join_following() {
  while (true) {
    const std::size_t last = line_.find_last_not_of(blanks);
    if (last == std::string::npos || line_[last] != '\\') return;
    line_.resize(last);
    if (!input_.line(following_)) refuse("the file ends after \"\\\"", "the line that goes on");
    ++lines_;
    cut_comment(following_);
    if (line_.size() + following_.size() > input_file::longest_line)
      refuse("a line of more than " + std::to_string(input_file::longest_line) + " bytes", "shorter ones");
    (line_ += ' ') += following_;
  }
}

bool text_lines::next() {
  while (input_.line(line_)) {
    number_ = ++lines_;
    cut_comment(line_);
    if (form_.continued) join_following();
    words_.clear();
    const std::string_view view = line_;
    for (std::size_t at = view.find_first_not_of(blanks); at != std::string_view::npos;) {
      const std::size_t end = std::min(view.find_first_of(blanks, at), view.size());
      words_.push_back(view.substr(at, end - at));
      at = view.find_first_not_of(blanks, end);
    }
    if (!words_.empty()) return true;
  }
  return false;
}

std::string_view text_lines::between(std::size_t first, std::size_t last) const {
  const char* const begin = words_[first].data();
  const std::string_view& end = words_[last - 1];
  return {begin, static_cast<std::size_t>(end.data() + end.size() - begin)};
}

void text_lines::refuse(const std::string& problem, const std::string& expected) const {
  refuse_at(number_, problem, expected);
}

void text_lines::refuse_at(int line, const std::string& problem, const std::string& expected) const {
  input_.refuse_at(static_cast<std::size_t>(line), problem, expected);
}

std::string text_lines::shown(std::size_t index) const { return in_quotes(words_[index]); }

double text_lines::real(std::size_t index, const std::string& form, double most) const {
  if (index >= words_.size()) refuse("a number is missing", form);
  const auto value = decimal(words_[index]);
  if (!value || !std::isfinite(*value)) refuse(shown(index) + " is not a finite number", form);
  if (std::abs(*value) > most) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), most).ptr;
    refuse(shown(index) + " is too large", form + ", at most " + std::string(text.data(), end) + " each");
  }
  return *value;
}

std::int64_t text_lines::whole(std::size_t index, std::int64_t least, std::int64_t most,
                               const std::string& form) const {
  if (index >= words_.size()) refuse("a number is missing", form);
  std::int64_t value = 0;
  if (!parses_as(words_[index], value)) {
    const std::string_view digits = words_[index].substr(words_[index].starts_with('-') ? 1 : 0);
    const bool is_whole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    refuse(shown(index) + (is_whole ? " is out of range" : " is not a whole number"), form);
  }
  if (value < least || value > most) {
    refuse(std::to_string(value) + " is out of range",
           form + ", from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

}  // namespace jackdaw::apps
