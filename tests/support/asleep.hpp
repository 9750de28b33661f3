// Whether a thread sleeps, for tests that let others go on only then.
#pragma once

#include <sys/types.h>

#include <jackdaw/base/thread_state.hpp>

namespace jackdaw::tests {

/// Whether the thread of this process with the number `thread`, as of gettid(), sleeps.
inline bool asleep(pid_t thread) { return base::is_blocked(thread); }

}  // namespace jackdaw::tests
