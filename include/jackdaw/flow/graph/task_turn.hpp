// The turn at an object that tasks of a graph change in any order, one at a time.
//
// Callers: a worker that is about to execute such a task take_or_wait; the one that has executed it pass_on. A task
// that needs several turns takes them in the order of objects, and keeps those that it has while it waits for the next.
// So no tasks wait for each other in a circle.
// State: free; taken; or taken, and a list of tasks that wait, the last first.
// Invariants
//   GT-T1  one task has the turn. Only it takes tasks out of the list. So the first of the list stays the first while
//          others only put theirs before it, and its link does not change: a word that reads the same is the same.
//   GT-T2  a task that waits belongs to others as soon as it is in the list. It has the turn when it is taken out.
// Progress: lock-free. Orderings
//   GT-T3  pass_on -> take_or_wait of the next one: what was done to the object.
//   GT-T4  take_or_wait -> pass_on: the task that waits.
// All changes are read-modify-writes, so an acquirer pairs with each release before the one that it reads. A task that
// is handed the turn is put into a pool by the thread that had it, which publishes the object.
#pragma once

#include <jackdaw/base/atomic.hpp>

namespace jackdaw::dataflow {

/// What a task has that may wait for its turn.
struct turn_place {
  turn_place* next = nullptr;
};

class task_turn {
 public:
  using place = turn_place;

  /// True: the task has the turn. False: it will be handed over, and the task belongs to others (GT-T2).
  [[nodiscard]] bool take_or_wait(place& task) noexcept {
    place* seen = state_.load(base::relaxed);
    for (;;) {
      if (seen == nullptr) {
        if (state_.compare_exchange_weak(seen, &taken, base::acquire, base::relaxed)) return true;  // GT-T3
      } else {
        task.next = seen;
        if (state_.compare_exchange_weak(seen, &task, base::release, base::relaxed)) return false;  // GT-T4
      }
    }
  }

  /// By the task that has the turn: gives it to one that waits, which is returned. Null: the turn is free.
  [[nodiscard]] place* pass_on() noexcept {
    place* seen = state_.load(base::acquire);  // GT-T4
    for (;;) {
      place* const left = seen == &taken ? nullptr : seen->next;
      if (state_.compare_exchange_weak(seen, left, base::release, base::acquire))  // GT-T3, GT-T4
        return seen == &taken ? nullptr : seen;
    }
  }

 private:
  static inline place taken;

  base::atomic<place*> state_{nullptr};
};

}  // namespace jackdaw::dataflow
