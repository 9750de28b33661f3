// The lines and words of a file of a recorded run, read one by one; the text form: run_file.hpp.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include <jackdaw/base/characters.hpp>

namespace jackdaw::trace {

/// A file that is no recording, or a broken one. what() is one line: file:line, what is wrong, what was
/// expected.
class bad_run_file : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The words of the current line, from left to right. What is not as expected throws bad_run_file.
class run_file_lines {
 protected:
  /// `name`: of the file, for messages.
  run_file_lines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  void next_line(const std::string& expected) {
    ++at_;
    if (!take_line()) { throw bad_run_file(place() + ": the file ends here; expected " + expected); }
    rest_ = line_;
  }

  /// Without its end, which is "\n", "\r\n" or "\r". False where nothing is left; refuses a line without end, before it
  /// takes all memory.
  bool take_line() {
    using traits = std::istream::traits_type;
    line_.clear();
    std::streambuf& from = *in_.rdbuf();
    for (;;) {
      const traits::int_type next = from.sbumpc();
      if (traits::eq_int_type(next, traits::eof())) return !line_.empty();
      const char c = traits::to_char_type(next);
      if (c == '\r' && from.sgetc() == '\n') from.sbumpc();
      if (c == '\n' || c == '\r') return true;
      line_ += c;
      if (line_.size() > longest_line) refuse("lines of up to " + std::to_string(longest_line) + " bytes");
    }
  }

  [[nodiscard]] std::string_view next_word() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return found;
  }

  void word(std::string_view expected) {
    if (next_word() != expected) refuse('"' + std::string(expected) + '"');
  }

  template <class Number>
  Number number(const std::string& expected, Number largest) {
    const std::string_view text = next_word();
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole_word = end == text.data() + text.size() && error != std::errc::invalid_argument;
    if (is_whole_word && error == std::errc{} && value <= largest) return value;
    if constexpr (std::is_integral_v<Number>) {  // the limits of others are in `expected`
      if (is_whole_word) refuse(expected + ", at most " + std::to_string(largest));
      if (double any = 0;
          std::from_chars(text.data(), text.data() + text.size(), any).ptr == text.data() + text.size() &&
          any >= 0)
        refuse(expected + " without a fraction or an exponent");
    }
    refuse(expected);
  }

  double nanoseconds() { return from_0_to(1e12, "nanoseconds, from 0 to 1e12"); }
  double times_as_long() { return from_0_to(1e6, "how many times as long, from 0 to 1e6"); }
  double from_0_to(double largest, const std::string& expected) {
    const auto value = number<double>(expected, largest);
    if (!(value >= 0)) refuse(expected);
    return value;
  }

  [[nodiscard]] static std::string expectation(const char* name) {
    return '"' + std::string(name) + "\" and a number";
  }
  std::uint64_t count_after(const char* name, std::uint64_t largest) {
    next_line(expectation(name));
    return count_here(name, largest);
  }
  std::uint64_t count_here(const char* name, std::uint64_t largest) {
    word(name);
    const auto value = number<std::uint64_t>(expectation(name), largest);
    end_of_line();
    return value;
  }

  std::string text_after(const char* name) {
    next_line('"' + std::string(name) + "\" and a quoted text");
    word(name);
    std::string text = quoted_text();
    end_of_line();
    return text;
  }

  std::string quoted_text() {
    if (!rest_.starts_with('"')) refuse("a text in quotation marks");
    std::string text;
    std::size_t at = 1;
    for (; at < rest_.size() && rest_[at] != '"'; ++at) text += rest_[at] == '\\' ? escaped(at) : rest_[at];
    if (at >= rest_.size()) refuse("a closing quotation mark");
    rest_.remove_prefix(std::min(at + 2, rest_.size()));
    return text;
  }

  /// The character behind the backslash at `at`, which goes on to its end.
  char escaped(std::size_t& at) {
    ++at;
    if (at < rest_.size() && (rest_[at] == '"' || rest_[at] == '\\')) return rest_[at];
    const bool is_byte = at < rest_.size() && rest_[at] == 'x';
    const std::size_t size = is_byte ? 3 : 5;
    const std::string_view code = at < rest_.size() ? rest_.substr(at, size) : std::string_view();
    unsigned value = 0;
    if (code.size() < size || (code[0] != 'x' && code[0] != 'u') ||
        std::from_chars(code.data() + 1, code.data() + size, value, 16).ptr != code.data() + size ||
        (!is_byte && value > 0x1f))
      refuse("\\\", \\\\, \\u00XX or \\xNN behind a backslash");
    at += size - 1;
    return static_cast<char>(value);
  }

  void end_of_line() {
    if (!rest_.empty())
      refuse("the end of the line instead of \"" + base::visible(rest_.substr(0, 20)) + '"');
  }

  [[nodiscard]] std::string place() const { return base::visible(name_) + ':' + std::to_string(at_); }
  [[noreturn]] void refuse(const std::string& expected) const {
    constexpr std::size_t most_shown = 60;
    const std::string text = line_.size() <= most_shown ? line_ : line_.substr(0, most_shown) + "...";
    throw bad_run_file(place() + ": '" + base::visible(text) + "'; expected " + expected);
  }

  std::istream& in_;
  std::string name_;
  std::string line_;       // the current one
  std::string_view rest_;  // what is left of it
  std::size_t at_ = 0;     // its number

 private:
  static constexpr std::size_t longest_line = std::size_t{1} << 26U;
};

}  // namespace jackdaw::trace
