// BP98's synthetic tree as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_knary();

}  // namespace jackdaw::apps
