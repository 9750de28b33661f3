// make_scheduler, compiled once for all benches.
#pragma once

#include <jackdaw/worker/by_name/any_scheduler.hpp>
#include <jackdaw/worker/by_name/names.hpp>

namespace jackdaw::bench {

/// jackdaw::make_scheduler.
[[nodiscard]] any_scheduler make_scheduler(const scheduler_choice& choice);

}  // namespace jackdaw::bench
