// Fibonacci numbers by recursion, as an application.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps {

[[nodiscard]] std::unique_ptr<app> make_fib();

}  // namespace jackdaw::apps
