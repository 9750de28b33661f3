// Foreign text in lines for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jackdaw::apps {

/// `text` as it may stand in a message of one line: control characters and bytes that are no UTF-8 as `\xNN`, a
/// backslash as it is. More than `most` bytes are shortened in the middle by "…", at the borders of characters.
/// The result has at most 4 * most + 3 bytes. Without quotation marks around it.
[[nodiscard]] std::string quoted(std::string_view text, std::size_t most = 80);

// Exact matches, or std::quoted were called for a std::string.
[[nodiscard]] inline std::string quoted(const std::string& text, std::size_t most = 80) {
  return quoted(std::string_view(text), most);
}
[[nodiscard]] inline std::string quoted(const char* text, std::size_t most = 80) {
  return quoted(std::string_view(text), most);
}

/// The same between quotation marks.
[[nodiscard]] inline std::string in_quotes(std::string_view text, std::size_t most = 80) {
  return '"' + quoted(text, most) + '"';
}

}  // namespace jackdaw::apps
