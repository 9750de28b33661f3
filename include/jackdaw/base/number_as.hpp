// A number as one of another type, which is the same type on some systems.
#pragma once

#include <type_traits>

namespace jackdaw::base {

/// As static_cast<To>(from), which compilers call useless where both are of one type: std::uint64_t and std::size_t
/// are so on 64 bits.
template <class To, class From>
[[nodiscard]] constexpr To number_as(From from) noexcept {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else {
    return static_cast<To>(from);
  }
}

}  // namespace jackdaw::base
