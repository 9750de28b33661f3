// How many parts of a size a whole has.
#pragma once

#include <cstddef>

namespace jackdaw::apps {

/// The last part may be smaller; `size` is at least 1, and may be any number: nothing wraps.
[[nodiscard]] constexpr std::size_t parts(std::size_t whole, std::size_t size) noexcept {
  return whole / size + (whole % size == 0 ? 0 : 1);
}

}  // namespace jackdaw::apps
