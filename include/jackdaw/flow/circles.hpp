// Tasks that wait for each other in a circle: none of them can ever run, whoever does what.
//
// A task waits for its subtask, that for a task before it at some handle, and so on, and the last one for the first task.
// A circle goes through a task that waits for its subtasks (awaiting_subtasks.hpp). So a search begins with all of these,
// finds who is blocked by them (blocked_tasks.hpp), and keeps those that have a blocked subtask; and again with these,
// until all that are left have one. Each of them then waits for one that is left: so there is a circle, in which or behind
// which all of these wait. Who calls what: who waits for a flow and finds nothing to do; the end of a flow; both under
// the lock of the reservations.
// Invariants
//   C1  one that is found is none that only looks so: while the search holds the tasks with which it begins (J1), who is
//       blocked by them stays blocked (K1), so all that it sees is true at the same time, and stays so.
//   C2  who has run, and waits with what it has found for an access, is left out: another task may take that over at any
//       time (merging.hpp).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <jackdaw/flow/awaiting_subtasks.hpp>
#include <jackdaw/flow/blocked_tasks.hpp>
#include <jackdaw/flow/waiter.hpp>

namespace jackdaw::dataflow {

class circles {
 public:
  /// Whether who waits for `what` waits for tasks in a circle, or behind one: then `why` is what a message can say. Adds
  /// those to `woken` who were found ready meanwhile.
  [[nodiscard]] static bool hold_up(const awaited& what, std::string& why, waiter*& woken) {
    return awaiting_subtasks::hold([&](std::vector<const waiter*>& tasks) {
      const blocked_tasks found = search(tasks, woken);
      if (!found.hold_up(what)) return false;
      why = "tasks wait for each other in a circle" + found.text();
      return true;
    });
  }

  /// Opens a circle of subtasks of a flow that ends: one of them is given up. Returns what task_kind::give_up does; null:
  /// there is none.
  [[nodiscard]] static void* give_up_one(const flow_base& of, waiter*& woken) {
    return awaiting_subtasks::hold([&](std::vector<const waiter*>& tasks) -> void* {
      const blocked_tasks found = search(tasks, woken);
      for (waiter* each : found.parked()) {
        const waiter* const around = each->kind->around(*each);
        if (&each->home->whole() == &of && std::ranges::find(tasks, around) != tasks.end())
          return each->kind->give_up(*each);
      }
      return nullptr;
    });
  }

 private:
  /// Leaves those in `tasks` that are in circles or behind; returns all that are.
  static blocked_tasks search(std::vector<const waiter*>& tasks, waiter*& woken) {
    for (;;) {
      blocked_tasks found(blocked_tasks::before_they_run);
      for (const waiter* each : tasks) found.begin_at(*each);
      found.go_on(woken);
      if (std::erase_if(tasks, [&](const waiter* each) { return !found.contains(*each); }) == 0) return found;
    }
  }
};

}  // namespace jackdaw::dataflow
