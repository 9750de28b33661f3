// Names, numbers and times in the formats of this folder.
//
// A name may hold any bytes, and the program may have any locale. So: names pass one of the functions below, which
// leave valid UTF-8 without characters that the format does not know; doubles are written by fixed(), and other numbers
// while a plain_numbers lives. Bytes that are no UTF-8 can be read in every format, as "\xNN"; only the text form of
// recordings gives them back (run_file.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <ios>
#include <locale>
#include <ostream>
#include <string>
#include <string_view>

#include <jackdaw/base/characters.hpp>

namespace jackdaw::trace {

namespace detail {

/// A character of a text in quotation marks that has \" and \\ and \u00XX.
inline void append_quoted(std::string& to, std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (first == '"' || first == '\\') {
    to.append(1, '\\').append(character);
  } else if (first < 0x20) {
    constexpr std::string_view digits = "0123456789abcdef";
    to.append("\\u00").append(1, digits[first >> 4U]).append(1, digits[first & 15U]);
  } else {
    to += character;
  }
}

}  // namespace detail

/// `text` between quotation marks, so that each of its bytes can be read again (run_file.hpp). It has \" and \\, \u00XX
/// for characters of control, and \xNN for bytes that are no UTF-8 or turn the direction of writing.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  const auto escape = [&](std::string_view bytes) { base::append_bytes(result, bytes); };
  const auto append = [&](std::string_view character) {
    if (base::turns_direction(character)) return escape(character);
    detail::append_quoted(result, character);
  };
  base::for_each_character(text, append, escape);
  return result + '"';
}

/// `text` as a string of JSON. Characters of control stay what they are; those that turn the direction of writing are
/// read as "\xNN", as are bytes that are no UTF-8.
[[nodiscard]] inline std::string in_json(std::string_view text) {
  std::string result = "\"";
  const auto escape = [&](std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      result += '\\';  // of the one that is to be read
      base::append_bytes(result, bytes.substr(i, 1));
    }
  };
  const auto append = [&](std::string_view character) {
    if (base::turns_direction(character)) return escape(character);
    detail::append_quoted(result, character);
  };
  base::for_each_character(text, append, escape);
  return result + '"';
}

/// `text` as a label of Graphviz, which reads \n, \N and names of characters (&lt;) in it.
[[nodiscard]] inline std::string in_dot(std::string_view text) {
  std::string result = "\"";
  for (const char c : base::visible(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
    if (c == '&') result += "amp;";
  }
  return result + '"';
}

/// `text` as SVG and HTML show it.
[[nodiscard]] inline std::string shown(std::string_view text) {
  std::string result;
  for (const char c : base::visible(text)) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// While it lives, a stream writes whole numbers in digits only: whatever its locale, its base and its width were.
class plain_numbers {
 public:
  explicit plain_numbers(std::ostream& out)
      : out_(out),
        locale_(out.imbue(std::locale::classic())),
        flags_(out.flags(std::ios_base::dec)),
        fill_(out.fill(' ')) {
    out.width(0);
  }
  plain_numbers(const plain_numbers&) = delete;
  plain_numbers& operator=(const plain_numbers&) = delete;
  ~plain_numbers() {
    out_.fill(fill_);
    out_.flags(flags_);
    out_.imbue(locale_);
  }

 private:
  std::ostream& out_;
  std::locale locale_;
  std::ios_base::fmtflags flags_;
  char fill_;
};

/// A finite number with `digits`, up to 9, behind the point, whatever the locale.
[[nodiscard]] inline std::string fixed(double value, int digits) {
  std::array<char, 330> text{};  // the largest one has 309 before it
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  return {text.data(), end};
}

/// Nanoseconds in microseconds, exactly.
[[nodiscard]] inline std::string microseconds(std::uint64_t nanoseconds) {
  const std::string part = std::to_string(nanoseconds % 1000);
  return std::to_string(nanoseconds / 1000) + '.' + std::string(3 - part.size(), '0') + part;
}

/// Nanoseconds for people: three digits and a unit.
[[nodiscard]] inline std::string duration(double nanoseconds) {
  constexpr std::array<std::string_view, 4> units{"ns", "µs", "ms", "s"};
  std::size_t unit = 0;
  while (nanoseconds >= 999.5 && unit + 1 < units.size()) {
    nanoseconds /= 1000;
    ++unit;
  }
  const int digits = nanoseconds >= 99.95 || unit == 0 ? 0 : nanoseconds >= 9.995 ? 1 : 2;
  return fixed(nanoseconds, digits) + ' ' + std::string(units[unit]);
}

}  // namespace jackdaw::trace
