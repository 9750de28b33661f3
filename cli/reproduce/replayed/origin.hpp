// Where a figure comes from.
#pragma once

#include <string_view>

namespace jackdaw::cli {

/// measured: the program ran so. replayed: a recording of it was scheduled on a machine that is not here
/// (`jackdaw reproduce --replay`). Figures of the two are never compared with each other.
enum class origin : unsigned char { measured, replayed };

/// What stands behind a number of workers or a verdict.
[[nodiscard]] constexpr std::string_view mark_of(origin from) {
  return from == origin::replayed ? " (replay)" : "";
}

}  // namespace jackdaw::cli
