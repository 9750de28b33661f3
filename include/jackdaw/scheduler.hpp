// The scheduler, and the pool face: tasks that put tasks.
//
//   scheduler, worker           the default scheduler, and its worker as tasks see it
//   observed_scheduler<O>       the same, seen by an observer (trace.hpp, observe.hpp)
//   basic_scheduler, basic_worker   composed of other pools, idle policies and memory managers (pools.hpp)
//   scheduler_options           how many workers, where, and what they do without work
//   pinning, cpu_use            bound to processors or not; which processors count
//   surplus_use, idle_use       what workers beyond the budget do; what those without work do
//   join_counter, arrivals, arrival   tasks that wait for others (worker.after)
//   task_name, task_colour      what tasks of a function are called in messages and pictures, and their colour there
//   log_event, log_span, log_count  what a task says of itself in a recording (trace.hpp)
//   task_worker, worker_function   what a worker is, and what can be a task: concepts
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/observe/task_log.hpp>
#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
