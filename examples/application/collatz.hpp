// The longest Collatz chain below a number, as an application of the command.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_collatz();

}  // namespace jackdaw::apps
