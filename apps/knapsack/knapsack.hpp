// The 0-1 knapsack, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_knapsack();

}  // namespace jackdaw::apps
