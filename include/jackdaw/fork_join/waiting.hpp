// What a worker does while it waits for tasks of its own that others execute.
//
// Its own newer tasks first. Then those of the worker that has taken what it waits for, since what is missing lies in
// that subtree (priority-inversion, docs/internals/verification/bugs-of-others.md). Then what is pinned to it, tasks of
// any worker, and what guests have brought. In isolation, or when its stack runs low, only its own newer ones; then it
// sleeps. Source: leapfrogging (Wagner, Calder, PPoPP 1993). Deviation: it is a preference, not a limit, so that no
// worker idles while there is work.
#pragma once

#include <optional>

#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::fork_join {

/// A task for worker `w`, which waits until it is `over`. Null then, and when it should sleep. `helper`: the worker
/// that executes what it waits for, as far as known.
template <class Worker, class Over>
[[nodiscard]] task* task_while_waiting(Worker& w, std::optional<unsigned> helper, Over over) {
  auto& engine = w.engine();
  auto& pool = engine.pool();
  if (pool.isolated(w.place()) || stack_is_low(w)) return pool.get_own(w.place());
  if (helper && *helper != w.place()) {
    if (task* const own = pool.get_own(w.place())) return own;
    if (task* const item = pool.steal_from(w.place(), *helper, over)) return item;
  }
  if (over()) return nullptr;
  if (task* const item = engine.next_pinned(w.place(), over)) return item;
  if (task* const item = pool.get_unless_resting(w.place(), over)) return item;
  return engine.let_in(w.place()) ? pool.get_unless_resting(w.place(), over) : nullptr;
}

/// Sleeps until `over`, or, where worker `w` may take other workers' tasks, until there may be work.
template <class Worker, class Over>
void sleep_while_waiting(Worker& w, Over over) {
  if (w.engine().pool().isolated(w.place()) || stack_is_low(w)) {
    w.engine().wait_alone(w.place(), over);
  } else {
    w.engine().wait(w.place(), over);
  }
}

}  // namespace jackdaw::fork_join
