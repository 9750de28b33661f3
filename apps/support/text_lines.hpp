// Reading a text line by line, with the place (file:line) at hand for error messages.
#pragma once

#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace jackdaw::apps {

/// A text file, one line of words at a time; comments (from # on, or another sign) and blank lines are passed
/// over.
class text_lines {
 public:
  /// Opens the file. Throws input_error when it cannot be read or is empty; `expected` says what it should
  /// have been.
  text_lines(std::string path, const std::string& expected, char comment = '#');

  /// Goes to the next line with words; false at the end of the file.
  bool next();
  [[nodiscard]] const std::vector<std::string_view>& words() const { return words_; }
  /// The line after its first word, without white space at either end: names may contain blanks.
  [[nodiscard]] std::string rest() const;
  [[nodiscard]] int number() const { return number_; }

  /// Throws input_error "path:line: problem; expected what".
  [[noreturn]] void refuse(const std::string& problem, const std::string& expected) const;
  [[noreturn]] void refuse_at(int line, const std::string& problem, const std::string& expected) const;

  /// The finite number in word `index`, of absolute value up to `most`, or an input_error; `form` is the
  /// whole line as it should look.
  double real(std::size_t index, const std::string& form,
              double most = std::numeric_limits<double>::max()) const;
  /// The whole number in word `index`, from `least` to `most`.
  std::int64_t whole(std::size_t index, std::int64_t least, std::int64_t most, const std::string& form) const;

 private:
  std::string path_;
  char comment_;
  std::ifstream stream_;
  std::string line_;
  std::vector<std::string_view> words_;
  int number_ = 0;
};

}  // namespace jackdaw::apps
