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

}  // namespace jackdaw::apps
