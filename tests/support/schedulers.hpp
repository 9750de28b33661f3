// make_scheduler, compiled once for all tests.
#pragma once

#include <jackdaw/flow/trace/open_tasks.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>
#include <jackdaw/worker/by_name/names.hpp>

namespace jackdaw::tests {

/// jackdaw::make_scheduler.
[[nodiscard]] any_scheduler make_scheduler(scheduler_choice choice = {});

}  // namespace jackdaw::tests
