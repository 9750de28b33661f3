// The Cholesky factor of a dense symmetric matrix, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_cholesky();

}  // namespace jackdaw::apps
