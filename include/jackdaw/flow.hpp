// The flow face: tasks that name the data they use; the versions of the data order them.
//
//   flow, handle                 a set of tasks, and a wait for all of them; an object that tasks name
//   read, write, add, reduce     accesses; reduce_in_order gives the same bits in every run
//   named, priority, pinned, with_subtasks   attributes of a task
//   reservation                  accesses that are registered before their task is known (flow::reserve)
//   buffered, scratch            objects in several instances, memory for the time of a task
//   submit_steps                 simulations
//   flow_error, stuck            what waits throw
#pragma once

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/flow/steps.hpp>
