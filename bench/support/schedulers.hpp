// make_scheduler, compiled once for all benches.
#pragma once

#include <jackdaw/worker/any_scheduler.hpp>
#include <jackdaw/worker/names.hpp>

namespace jackdaw::bench {

/// jackdaw::make_scheduler.
[[nodiscard]] any_scheduler make_scheduler(const scheduler_choice& choice);

}  // namespace jackdaw::bench
