#include "tests/support/schedulers.hpp"

#include <utility>

#include <jackdaw/worker/by_name/make_scheduler.hpp>

namespace jackdaw::tests {

any_scheduler make_scheduler(scheduler_choice choice) { return jackdaw::make_scheduler(std::move(choice)); }

}  // namespace jackdaw::tests
