// Which version of Jackdaw this is.
#pragma once

// clang-format off
#define JACKDAW_VERSION_MAJOR 0
#define JACKDAW_VERSION_MINOR 1
#define JACKDAW_VERSION_PATCH 0
// clang-format on

namespace jackdaw {

/// The version as numbers that can be compared: `if constexpr (jackdaw::version >= 1'000'00)`.
inline constexpr long version =
    JACKDAW_VERSION_MAJOR * 1'00'00L + JACKDAW_VERSION_MINOR * 1'00L + JACKDAW_VERSION_PATCH;

}  // namespace jackdaw
