// Numbers from files, strictly: whatever is not exactly what was announced is reported with its place.
#pragma once

#include <string>
#include <vector>

namespace jackdaw::apps::quicksort {

/// Reads text with one number a line, from the first column on. Allowed besides: a byte order mark, blanks and tabs
/// after the number, "\r\n" and "\r" as ends of lines, a last line without its end, one empty line at the end. What is
/// too small for a double is zero. Throws input_error
/// "path:line: what; expected …" for anything else, a number outside T and NaN included, and for a file
/// without numbers. About 25 ns an integer. Instantiated for std::int32_t and double.
template <class T>
[[nodiscard]] std::vector<T> read_text(const std::string& path);

/// Reads raw elements in this machine's byte order, as --output-format binary writes them. Throws input_error
/// for a size that is not a multiple of sizeof(T), for an empty file and for NaN, with the byte offset.
template <class T>
[[nodiscard]] std::vector<T> read_binary(const std::string& path);

}  // namespace jackdaw::apps::quicksort
