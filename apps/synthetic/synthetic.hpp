// KR02's synthetic algorithm as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_synthetic();

}  // namespace jackdaw::apps
