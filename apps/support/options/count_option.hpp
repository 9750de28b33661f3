// Counts on the command line: --n 1e8, --grain 2048.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jackdaw::apps {

/// The largest count where nothing else bounds it: sums of two of them are numbers, too.
inline constexpr std::size_t most_count = 1'000'000'000'000'000'000;

/// Reads a whole number from 1 to `most` (number.hpp). Throws input_error.
[[nodiscard]] std::size_t parse_count(std::string_view option, const std::string& text,
                                      std::size_t most = most_count);

/// Throws input_error when `count` elements of `bytes` each, three times (input, result, reference), exceed
/// the machine's memory. Without it the kernel hands out such memory and ends the process when it is touched.
void require_memory(std::string_view what, std::size_t count, std::size_t bytes);

}  // namespace jackdaw::apps
