#include "apps/support/text_lines.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "apps/support/input_error.hpp"
#include "apps/support/parse.hpp"

namespace jackdaw::apps {

text_lines::text_lines(std::string path, const std::string& expected, char comment)
    : path_(std::move(path)), comment_(comment) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored))
    throw input_error(path_ + ": is a folder; expected " + expected);
  stream_.open(path_, std::ios::binary);
  if (!stream_) throw input_error(path_ + ": cannot be read; expected " + expected);
  if (stream_.peek() == std::ifstream::traits_type::eof())
    throw input_error(path_ + ": is empty; expected " + expected);
}

bool text_lines::next() {
  while (std::getline(stream_, line_)) {
    ++number_;
    if (const auto comment = line_.find(comment_); comment != std::string::npos) line_.resize(comment);
    words_.clear();
    const std::string_view view = line_;
    constexpr std::string_view blanks = " \t\r\v\f";
    for (std::size_t at = view.find_first_not_of(blanks); at != std::string_view::npos;) {
      const std::size_t end = std::min(view.find_first_of(blanks, at), view.size());
      words_.push_back(view.substr(at, end - at));
      at = view.find_first_not_of(blanks, end);
    }
    if (!words_.empty()) return true;
  }
  return false;
}

std::string text_lines::rest() const {
  if (words_.size() < 2) return {};
  const char* const begin = words_[1].data();
  return {begin, words_.back().data() + words_.back().size()};
}

void text_lines::refuse(const std::string& problem, const std::string& expected) const {
  refuse_at(number_, problem, expected);
}

void text_lines::refuse_at(int line, const std::string& problem, const std::string& expected) const {
  throw input_error(path_ + ":" + std::to_string(line) + ": " + problem + "; expected " + expected);
}

double text_lines::real(std::size_t index, const std::string& form, double most) const {
  if (index >= words_.size()) refuse("a number is missing", form);
  std::string_view word = words_[index];
  if (word.size() > 1 && word.front() == '+') word.remove_prefix(1);
  double value = 0;
  if (!parses_as(word, value) || !(std::abs(value) <= most))  // the latter rules out NaN, too
    refuse("\"" + std::string(words_[index]) + "\" is not a finite number", form);
  return value;
}

std::int64_t text_lines::whole(std::size_t index, std::int64_t least, std::int64_t most,
                               const std::string& form) const {
  if (index >= words_.size()) refuse("a number is missing", form);
  std::int64_t value = 0;
  if (!parses_as(words_[index], value))
    refuse("\"" + std::string(words_[index]) + "\" is not a whole number", form);
  if (value < least || value > most) {
    refuse(std::to_string(value) + " is out of range",
           form + ", from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

}  // namespace jackdaw::apps
