// Names and times in the formats of this folder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace jackdaw::trace {

/// `text` between the quotation marks of JSON and DOT. Bytes that are no UTF-8 stay what they are.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(c));
      result += code.data();
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// `text` as SVG and HTML show it.
[[nodiscard]] inline std::string shown(std::string_view text) {
  std::string result;
  for (const char c : text) {
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

/// A number with `digits` behind the point, whatever the locale of the stream.
[[nodiscard]] inline std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

/// Nanoseconds in microseconds, exactly.
[[nodiscard]] inline std::string microseconds(std::uint64_t nanoseconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%llu.%03llu", static_cast<unsigned long long>(nanoseconds / 1000),
                static_cast<unsigned long long>(nanoseconds % 1000));
  return text.data();
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
