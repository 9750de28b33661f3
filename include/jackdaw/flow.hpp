// The flow face: tasks that name the data they use; the versions of the data order them.
//
//   flow, basic_flow, handle     a set of tasks, and a wait for all of them; an object that tasks name
//   read, write, add, reduce, reduce_in_order   accesses; the last gives the same bits in every run
//   reduction_for, sum_of        how partial results are made and applied
//   access, access_type, read_access, write_access, add_access   accesses of a type of one's own; those there are
//   named, priority, pinned, with_subtasks, with_subtasks_t   attributes of a task
//   subtasks, basic_subtasks     where a task submits its subtasks
//   reservation                  accesses that are registered before their task is known (flow::reserve)
//   buffered, scratch, scratch_array   objects in several instances, memory for the time of a task
//   submit_steps                 simulations
//   flow_error, flow_failure, stuck   what waits throw, and one failure in it
#pragma once

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/flow/steps.hpp>
