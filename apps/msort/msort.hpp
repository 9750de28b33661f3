// Merge sort with a parallel merge, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_msort();

}  // namespace jackdaw::apps
