// Bodies under gravity by the method of Barnes and Hut, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_barnes();

}  // namespace jackdaw::apps
