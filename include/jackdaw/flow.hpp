// The flow face: tasks that name the data they use; the versions of the data order them.
//
//   flow, basic_flow, handle     a set of tasks, and a wait for all of them; an object that tasks name
//   read, write, add, reduce, reduce_in_order   accesses; the last gives the same bits in every run
//   reduction_for, sum_of        how partial results are made and applied
//   partitioned, object_part, array_handle, array_range, index_range   objects with parts, arrays and their ranges
//   weak_read, weak_write, weak_read_access, weak_write_access, accessible_part   for subtasks over parts
//   handle_range, references     ranges of handles, and what the function gets for one
//   access, access_type, read_access, write_access, add_access   accesses of a type of one's own; those there are
//   named, priority, pinned, affinity, numa_node, with_subtasks, with_subtasks_t   attributes of a task
//   with_completion, with_completion_t, completion   a task that is over when some thread says so
//   with_result, with_result_t, task_result, basic_task_result, after   a task as a value: its result, edges from it
//   always, always_t, flow_failures   a task that runs whatever has failed, and what it is told
//   with_stop_token, with_stop_token_t   a task that sees that its flow was cancelled
//   require, resource            an attribute of a task, and what it needs while it runs: counted units
//   subtasks, basic_subtasks     where a task submits its subtasks
//   reservation                  accesses that are registered before their task is known (flow::reserve)
//   flow_graph, basic_flow_graph   tasks that are submitted once, and run again and again
//   buffered, scratch, scratch_array   objects in several instances, memory for the time of a task
//   submit_steps                 simulations
//   flow_error, flow_failure, stuck   what waits throw, and one failure in it
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/flow_graph.hpp>
#include <jackdaw/flow/part/array_handle.hpp>
#include <jackdaw/flow/part/partitioned.hpp>
#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/flow/steps.hpp>
