// Reading a text line by line, with the place (file:line) at hand for error messages.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "apps/support/files/input_file.hpp"

namespace jackdaw::apps {

/// How lines are written.
struct line_form {
  char comment = '#';      ///< begins a comment that ends with the line
  bool continued = false;  ///< a backslash at the end of a line joins the next one to it
  bool with_names =
      false;  ///< the sign of a comment is a letter like others unless a blank or nothing is before it
};

/// A text, one line of words at a time; comments and blank lines are passed over. Lines end as input_file says;
/// blanks between words are spaces, tabs, vertical tabs and form feeds.
class text_lines {
 public:
  /// Opens the file. Throws input_error when it cannot be read or is empty; `expected` says what it should
  /// have been.
  text_lines(std::string path, const std::string& expected, char comment = '#')
      : text_lines(input_file(std::move(path), expected), {comment}) {}

  /// What is left of the input; nothing of it may have been taken, or lines would be counted wrong.
  text_lines(input_file input, const line_form& form) : input_(std::move(input)), form_(form) {}

  /// Goes to the next line with words; false at the end of the file.
  bool next();
  [[nodiscard]] const std::vector<std::string_view>& words() const { return words_; }
  /// The line after its first word, without white space at either end: names may contain blanks.
  [[nodiscard]] std::string_view rest() const {
    return words_.size() < 2 ? std::string_view() : between(1, words_.size());
  }
  /// The words from `first` to before `last`, with what is between them; at least one.
  [[nodiscard]] std::string_view between(std::size_t first, std::size_t last) const;
  /// Of the line; of the first one where several are joined.
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] const input_file& input() const noexcept { return input_; }

  /// Throws input_error "path:line: problem; expected what". What is quoted must have been made short: see quoted().
  [[noreturn]] void refuse(const std::string& problem, const std::string& expected) const;
  [[noreturn]] void refuse_at(int line, const std::string& problem, const std::string& expected) const;

  /// The word in quotation marks, for messages.
  [[nodiscard]] std::string shown(std::size_t index) const;

  /// The finite number in word `index`, of absolute value up to `most`, or an input_error; `form` is the
  /// whole line as it should look. What is too small for a double is zero.
  double real(std::size_t index, const std::string& form,
              double most = std::numeric_limits<double>::max()) const;
  /// The whole number in word `index`, from `least` to `most`.
  std::int64_t whole(std::size_t index, std::int64_t least, std::int64_t most, const std::string& form) const;

 private:
  void cut_comment(std::string& line) const;
  void join_following();

  input_file input_;
  line_form form_;
  std::string line_;
  std::string following_;
  std::vector<std::string_view> words_;
  int number_ = 0;
  int lines_ = 0;  // read so far
};

}  // namespace jackdaw::apps
