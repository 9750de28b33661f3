// Whether a shared library is there as a whole.
#pragma once

#include <string>

namespace jackdaw::cli {

/// What a library of 64 bits lacks at its end, or an empty text. The dynamic linker maps the segments of one that was cut
/// off, and the process ends by SIGBUS. What is no such library, or cannot be read, is left to the linker's own message.
[[nodiscard]] std::string missing_end(const std::string& path);

}  // namespace jackdaw::cli
