// Numbers on the command line that are no counts: --dt 0.005, --tilt 45.
#pragma once

#include <string>
#include <string_view>

namespace jackdaw::apps {

/// As short as six digits allow, such as 0.005 or 1e+06: as it may be written on the command line.
[[nodiscard]] std::string plain(double value);

/// Throws input_error when the value of the option does not lie in this range; what is no number lies in none.
void require_range(std::string_view option, double value, double least, double most);

}  // namespace jackdaw::apps
