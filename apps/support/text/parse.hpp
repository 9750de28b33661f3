// Numbers in text.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace jackdaw::apps {

/// Whether all of `text` is one number of type T; then `value` is that number.
template <class T>
[[nodiscard]] bool parses_as(std::string_view text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && parsed == end;
}

}  // namespace jackdaw::apps
