// Numbers of files, as doubles.
#pragma once

#include <optional>
#include <string_view>

namespace jackdaw::apps {

/// The double nearest to a decimal number such as `-1.5e-3`, `+2` or `.5`; what is too small for a double is zero.
/// Nothing unless all of `text` is a finite number that a double holds. Not locale-dependent.
[[nodiscard]] std::optional<double> decimal(std::string_view text);

}  // namespace jackdaw::apps
