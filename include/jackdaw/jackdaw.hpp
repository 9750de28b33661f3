// Jackdaw: task pools and a task runtime for irregular parallel algorithms. This is what a user includes: the
// scheduler and its four faces. Other parts have headers of their own beside this one. The folders below are the
// implementation, and change without notice.
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/flow.hpp>
#include <jackdaw/fork_join.hpp>
#include <jackdaw/parallel.hpp>
#include <jackdaw/scheduler.hpp>
#include <jackdaw/version.hpp>
