// Foreign text in lines for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jackdaw::apps {

/// quoted(text, most = 80): `text` as it may stand in a message of one line: control characters, numbers
/// that are no characters (U+FFFE) and bytes that are no UTF-8 as `\xNN`, a backslash as it is. More than `most` bytes are shortened in the middle by "…", at the borders of
/// characters. The result has at most 4 * most + 3 bytes. Without quotation marks around it.
///
/// An object, since a function would lose to std::quoted for a std::string where <iomanip> is included.
struct quoted_function {
  [[nodiscard]] std::string operator()(std::string_view text, std::size_t most = 80) const;
};
inline constexpr quoted_function quoted;

/// The same between quotation marks.
[[nodiscard]] inline std::string in_quotes(std::string_view text, std::size_t most = 80) {
  return '"' + quoted(text, most) + '"';
}

}  // namespace jackdaw::apps
