// Every application, by name.
#pragma once

#include <span>

#include "apps/app.hpp"

namespace jackdaw::apps {

/// The applications in the order of `jackdaw list`. The tests and the command iterate it.
[[nodiscard]] std::span<const app_entry> registry();

}  // namespace jackdaw::apps
