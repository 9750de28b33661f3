// The ready tasks of one flow, or of one graph, that are not in the pool: there are tickets for them instead.
#pragma once

#include <jackdaw/flow/task/dispatch/affinity_lists.hpp>
#include <jackdaw/flow/task/dispatch/ready_heap.hpp>

namespace jackdaw::dataflow {

struct ready_tasks {
  ready_heap by_priority;
  affinity_lists by_affinity;
};

}  // namespace jackdaw::dataflow
