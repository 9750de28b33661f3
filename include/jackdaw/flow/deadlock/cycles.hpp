// Tasks that wait for each other in a cycle: none of them can ever run, whoever does what.
//
// A task waits for its subtask, that for a task before it at some handle, and so on, and the last one for the first
// task. A cycle goes through a task that waits for its subtasks (awaiting_subtasks.hpp). So a search begins with all of
// these (cycle_search.hpp). Who calls what: who waits for a flow and finds nothing to do; the end of a flow; both under
// the lock of the reservations.
// Invariants
//   CY-C1  one that is found is none that only looks so: while the search holds the tasks with which it begins (AS-J1),
//          who is blocked by them stays blocked (blocked_tasks.hpp BT-K1), so all that it sees is true at the same
//          time, and stays so.
//   CY-C2  who has run, and waits with what it has found for an access, is left out: another task may take that over at
//          any time (merging.hpp).
#pragma once

#include <string>
#include <vector>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/flow/deadlock/awaited.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class cycles {
 public:
  /// Whether who waits for `what` waits for tasks in a cycle, or behind one: then `why` is what a message can say. Adds
  /// those to `woken` who were found ready meanwhile.
  [[nodiscard]] static bool hold_up(const awaited& what, std::string& why, waiter*& woken);

  /// Opens the cycles of subtasks of a flow that ends: some of them are given up. Returns what task_kind::give_up does
  /// for each.
  [[nodiscard]] static std::vector<void*> give_up_some(const flow_base& of, waiter*& woken);
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/deadlock/cycles_impl.hpp>
#endif
