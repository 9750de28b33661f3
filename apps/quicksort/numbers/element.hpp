// What the two element types are called and which values a file may hold.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace jackdaw::apps::quicksort {

/// Names of one element type for messages. A third type needs an entry here, in the explicit instantiations
/// of the reader, the writer and the distributions, and in quicksort_app.cpp.
template <class T>
struct element;

/// The papers sort C ints; a fixed width keeps binary files the same on every machine of one byte order.
template <>
struct element<std::int32_t> {
  static constexpr std::string_view name = "int";
  static constexpr std::string_view range = "an integer from -2147483648 to 2147483647";
  static std::uint64_t bits(std::int32_t value) noexcept { return std::bit_cast<std::uint32_t>(value); }
};

/// Infinities have their place in the order and are allowed; NaN has none and is refused by the reader.
template <>
struct element<double> {
  static constexpr std::string_view name = "double";
  static constexpr std::string_view range =
      "a decimal number of at most 1.797e308 (one too small for a double is zero), or inf";
  static std::uint64_t bits(double value) noexcept { return std::bit_cast<std::uint64_t>(value); }
};

}  // namespace jackdaw::apps::quicksort
