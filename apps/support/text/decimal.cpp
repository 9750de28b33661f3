#include "apps/support/text/decimal.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace jackdaw::apps {

namespace {

/// Whether a number that is out of a double's range is too small rather than too large. `text` is a decimal number.
bool is_tiny(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  const std::size_t point = digits.find('.');
  const std::size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos) return true;  // zero
  const auto whole = static_cast<std::int64_t>(point == std::string_view::npos ? digits.size() : point);
  const auto place =
      whole - static_cast<std::int64_t>(first) + (first > static_cast<std::size_t>(whole) ? 1 : 0);
  if (digits.size() == text.size()) return place < 0;
  std::string_view exponent = text.substr(digits.size() + 1);
  const bool is_negative = exponent.starts_with('-');
  if (is_negative || exponent.starts_with('+')) exponent.remove_prefix(1);
  std::int64_t power = 0;
  const auto [end, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  constexpr std::int64_t beyond_any_text = 1'000'000'000'000;  // no text has as many zeros
  if (error != std::errc{} || power > beyond_any_text) return is_negative;
  return place + (is_negative ? -power : power) < 0;
}

}  // namespace

std::optional<double> decimal(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, value);
  if (parsed != end) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    if (!is_tiny(text)) return std::nullopt;
    return text.starts_with('-') ? -0.0 : 0.0;
  }
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace jackdaw::apps
