// How a task that is ready comes into the scheduler, also where the pool has no memory for it.
//
// By then the task is registered, or has been woken by others: it cannot be taken back, and it waits nowhere any
// more. So what the pool refuses goes to an inbox, as the tasks of guests do: that is a list through the tasks. The
// worker that empties it stores the task, or executes it at its next task boundary: not here, in the middle of
// another task. Callers: a thread that submits or wakes.
#pragma once

#include <new>

#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
[[gnu::noinline, gnu::cold]] void put_without_memory(typename Scheduler::task_type& ready, Scheduler& on) {
  const unsigned place = on.guests().enter();
  on.put_from_outside(place, ready);
  on.guests().leave(place);
}

/// Does not throw for lack of memory.
template <class Scheduler>
void put_ready(typename Scheduler::task_type& ready, working::actor<Scheduler>& me) {
  try {
    me.put(ready);
  } catch (const std::bad_alloc&) { put_without_memory(ready, me.scheduler()); }
}

}  // namespace jackdaw::dataflow
