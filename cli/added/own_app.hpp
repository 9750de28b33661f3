// An application of a user's own, as the command knows applications.
#pragma once

#include <span>
#include <vector>

#include "apps/app.hpp"

namespace jackdaw::cli {

/// `known`, and behind them those that were added in this process. Throws input_error where one has the name of another.
[[nodiscard]] std::vector<apps::app_entry> with_added(std::span<const apps::app_entry> known);

}  // namespace jackdaw::cli
