// Colours of kinds of tasks, for formats that lack some forms of SVG's colours.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include <jackdaw/trace/read/history.hpp>

namespace jackdaw::trace {

/// The colour of a kind of tasks, as in SVG: the user's, or one of ten that go well together.
[[nodiscard]] inline std::string colour_of(const history& run, std::uint32_t kind) {
  constexpr std::array<std::string_view, 10> colours{"#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2",
                                                     "#b07aa1", "#edc948", "#9c755f", "#ff9da7", "#86bcb6"};
  if (kind < run.kinds.size() && !run.kinds[kind].colour.empty()) return run.kinds[kind].colour;
  return std::string(colours[kind % colours.size()]);
}

/// Red, green and blue, 0 to 255.
using primaries = std::array<int, 3>;

namespace detail {

[[nodiscard]] inline std::optional<int> whole(std::string_view digits, int base) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// One of the numbers of rgb(…).
[[nodiscard]] inline std::optional<int> primary(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const bool share = text.ends_with('%');
  if (share) text.remove_suffix(1);
  const std::optional<int> value = whole(text, 10);
  if (!value) return std::nullopt;
  return share ? std::clamp(*value, 0, 100) * 255 / 100 : std::clamp(*value, 0, 255);
}

}  // namespace detail

/// The numbers of "#rgb", "#rrggbb" and "rgb(r, g, b)"; nothing for names, and for what is no colour.
[[nodiscard]] inline std::optional<primaries> primaries_of(std::string_view colour) {
  primaries found{};
  const bool numbers = colour.starts_with("rgb(") && colour.ends_with(')');
  if (numbers) colour = colour.substr(4, colour.size() - 5);
  if (!numbers && !(colour.starts_with('#') && (colour.size() == 4 || colour.size() == 7)))
    return std::nullopt;
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::optional<int> value;
    if (numbers) {
      const std::size_t end = i + 1 < found.size() ? colour.find(',') : colour.size();
      if (end == std::string_view::npos) return std::nullopt;
      value = detail::primary(colour.substr(0, end));
      colour.remove_prefix(std::min(end + 1, colour.size()));
    } else {
      const std::size_t digits = colour.size() / 3;
      value = detail::whole(colour.substr(1 + i * digits, digits), 16);
      if (value && digits == 1) *value *= 17;
    }
    if (!value || *value < 0) return std::nullopt;
    found[i] = *value;
  }
  return found;
}

/// "#rrggbb".
[[nodiscard]] inline std::string hexadecimal(const primaries& colour) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", static_cast<unsigned>(colour[0]) & 0xffU,
                static_cast<unsigned>(colour[1]) & 0xffU, static_cast<unsigned>(colour[2]) & 0xffU);
  return text.data();
}

/// The colour of a kind for formats that have only numbers: a name becomes one of the ten.
[[nodiscard]] inline primaries primaries_of(const history& run, std::uint32_t kind) {
  if (const auto known = primaries_of(colour_of(run, kind))) return *known;
  return primaries_of(colour_of(history(), kind)).value_or(primaries{});
}

}  // namespace jackdaw::trace
