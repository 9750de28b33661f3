// Tasks that wait for each other in a cycle: none of them can ever run, whatever other threads do.
//
// A task waits for its subtask, that for a task before it at some handle, and so on, and the last one for the first
// task. Or the function of a task waits for a handle, and so on. A cycle goes through a task that waits for its
// subtasks or in its function (awaiting_subtasks.hpp), or through a reservation whose task has further reads
// (promise.hpp). So a search begins with all of these (cycle_search.hpp). Callers: a thread that waits for a flow and
// finds nothing to do; one that waits inside a task (flow/wait/inner_wait.hpp); the end of a flow; all under the lock
// of the reservations.
// Invariants
//   CY-C1  a cycle that is found is real: while the search holds the tasks with which it begins (AS-J1), a task that
//          is blocked by them stays blocked (blocked_tasks.hpp BT-K1). So all that it sees is true at the same time,
//          and stays so.
//   CY-C2  a task that has run, and waits with its partial result for an access, is left out: another task may take
//          the result over at any time (merging.hpp).
#pragma once

#include <string>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/flow/deadlock/awaited.hpp>
#include <jackdaw/flow/deadlock/given_up_tasks.hpp>
#include <jackdaw/flow/deadlock/promise.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class cycles {
 public:
  /// Whether a thread that waits for `what` waits for tasks in a cycle, or behind one: then `why` is the text for a
  /// message. Adds those tasks to `woken` that were found ready meanwhile.
  [[nodiscard]] static bool hold_up(const awaited& what, promise_list promises, std::string& why,
                                    waiter*& woken);

  /// Opens the cycles of a flow that ends, as far as its subtasks and reservations allow: some of them are given up.
  [[nodiscard]] static given_up_tasks give_up_some(const flow_base& of, promise_list promises,
                                                   waiter*& woken);
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/deadlock/cycles_impl.hpp>
#endif
