// Patterns of tasks that only wait, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_pattern();

}  // namespace jackdaw::apps
