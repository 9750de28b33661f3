// Counts on the command line: --n 1e8, --grain 2048.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jackdaw::apps {

/// Reads a whole number from 1, written in digits or like 1e8 and 2.5e6. `option` is its name for the
/// message. Throws input_error.
[[nodiscard]] std::size_t parse_count(std::string_view option, const std::string& text);

/// The same, up to `most`.
[[nodiscard]] std::size_t parse_count(std::string_view option, const std::string& text, std::size_t most);

/// Throws input_error when `count` elements of `bytes` each, three times (input, result, reference), exceed
/// the machine's memory. Without it the kernel hands out such memory and ends the process when it is touched.
void require_memory(std::string_view what, std::size_t count, std::size_t bytes);

}  // namespace jackdaw::apps
