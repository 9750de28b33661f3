// The scheduler, and the pool face: tasks that put tasks.
//
//   scheduler, worker           the default scheduler, and its worker as tasks see it
//   observed_scheduler<O>       the same, seen by an observer (trace.hpp, observe.hpp)
//   basic_scheduler, basic_worker   composed of other pools, idle policies and memory managers (pools.hpp)
//   scheduler_options           how many workers, where, and what they do without work
//   join_counter                tasks that wait for others (worker.after)
#pragma once

#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
