// make_scheduler, compiled once for all tests.
#pragma once

#include <jackdaw/worker/any_scheduler.hpp>
#include <jackdaw/worker/names.hpp>

namespace jackdaw::tests {

/// jackdaw::make_scheduler.
[[nodiscard]] any_scheduler make_scheduler(scheduler_choice choice = {});

}  // namespace jackdaw::tests
