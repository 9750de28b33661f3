// What an exception says of itself.
#pragma once

#include <exception>

namespace jackdaw::base {

/// Its what(), which an exception of a user's own may have as a null pointer: then what stands for it.
[[nodiscard]] inline const char* said_by(const std::exception& thrown) noexcept {
  const char* const said = thrown.what();
  return said != nullptr ? said : "an exception whose what() is null";
}

}  // namespace jackdaw::base
