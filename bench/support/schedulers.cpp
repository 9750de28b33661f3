#include "bench/support/schedulers.hpp"

#include <jackdaw/worker/by_name/make_scheduler.hpp>

namespace jackdaw::bench {

any_scheduler make_scheduler(const scheduler_choice& choice) { return jackdaw::make_scheduler(choice); }

}  // namespace jackdaw::bench
