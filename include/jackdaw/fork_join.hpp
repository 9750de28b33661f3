// The fork-join face: branches that join, groups of tasks, waits that run no tasks from outside.
//
//   join             two or more branches and their results
//   task_group       tasks spawned one by one, and a wait for all of them
//   isolate          waits inside run nothing that was put outside
//   default_scheduler, configure_default_scheduler   the scheduler of threads that are no workers
#pragma once

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/isolate.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/fork_join/task_group.hpp>
