// Which version of Jackdaw this is.
//
//   version   as a number that can be compared; JACKDAW_VERSION_MAJOR, _MINOR and _PATCH are its parts
#pragma once

// clang-format off
#define JACKDAW_VERSION_MAJOR 0
#define JACKDAW_VERSION_MINOR 1
#define JACKDAW_VERSION_PATCH 0
// clang-format on

namespace jackdaw {

/// The version as numbers that can be compared: `if constexpr (jackdaw::version >= 1'00'00)` asks for 1.0.0.
inline constexpr long version =
    JACKDAW_VERSION_MAJOR * 1'00'00L + JACKDAW_VERSION_MINOR * 1'00L + JACKDAW_VERSION_PATCH;

}  // namespace jackdaw
