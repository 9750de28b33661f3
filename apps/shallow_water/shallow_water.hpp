// Shallow water on the sphere, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_shallow_water();

}  // namespace jackdaw::apps
