// Sparse Cholesky factorization, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_sparse_cholesky();

}  // namespace jackdaw::apps
