// Where and with what a figure was measured.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace jackdaw::bench {

/// Processor, processors that this process may use, kernel, load before the measurement; compiler, flags,
/// commit, date. Goes into every file of figures.
[[nodiscard]] nlohmann::ordered_json circumstances();

}  // namespace jackdaw::bench
