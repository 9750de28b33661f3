// The fork-join face: branches that join, groups of tasks, waits that run no tasks from outside.
//
//   join             two or more branches and their results
//   join_n           as many branches as a number says, and their results
//   task_group, basic_task_group     tasks spawned one by one, and a wait for all of them
//   on_failure, task_failures        what a group does when a task throws; all exceptions of a group
//   recursion_too_deep               what joins, groups and loops throw at the end of the stack
//   isolate          waits inside run nothing that was put outside
//   default_scheduler, configure_default_scheduler   the scheduler of threads that are no workers
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/group/task_group.hpp>
#include <jackdaw/fork_join/isolate.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/fork_join/join_n.hpp>
