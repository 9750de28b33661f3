// Jackdaw: task pools and a task runtime for irregular parallel algorithms. This is what a user includes: the scheduler
// and its four faces. What else there is has a header of its own beside this one; the folders below are the
// implementation, and change without notice.
#pragma once

#include <jackdaw/flow.hpp>
#include <jackdaw/fork_join.hpp>
#include <jackdaw/parallel.hpp>
#include <jackdaw/scheduler.hpp>
#include <jackdaw/version.hpp>
