// The operating system's mutex of the library; in the schedule tests, one that the exploration sees.
#pragma once

#if defined(JACKDAW_EXPLORE_SCHEDULES)

#include <jackdaw/simulated/explored_mutex.hpp>

namespace jackdaw::base {

using mutex = simulated::explored_mutex;

}  // namespace jackdaw::base

#else

#include <mutex>

namespace jackdaw::base {

using mutex = std::mutex;

}  // namespace jackdaw::base

#endif
