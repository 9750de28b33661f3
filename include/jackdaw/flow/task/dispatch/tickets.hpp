// Tickets that are put together, when all tasks that they are for are among the ready ones.
//
// Put one by one, each behind its task, the first would be taken for the first task, whatever the priority of the
// next one. Tasks that may wake others with a priority are put when all of these are known, but before the tickets.
// Of tasks with an affinity each worker finds its own first. Callers: one thread has it on its stack. Memory: a
// ticket is linked as in a queue. Until it is put there is one task more than tickets, so the flow or graph with both
// is there.
#pragma once

#include <utility>

#include <jackdaw/flow/task/dispatch/put_ready.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
class tickets {
 public:
  using task_type = typename Scheduler::task_type;

  /// Null: nothing.
  void keep(task_type* one) noexcept {
    if (one == nullptr) return;
    one->next = nullptr;
    (last_ == nullptr ? first_ : last_->next) = one;
    last_ = one;
  }

  /// In the order in which they came.
  void put(working::actor<Scheduler>& me) {
    for (task* next = std::exchange(first_, nullptr); next != nullptr;) {
      task& each = *std::exchange(next, next->next);  // it may be over as soon as it is put
      put_ready(static_cast<task_type&>(each), me);
    }
    last_ = nullptr;
  }

 private:
  task* first_ = nullptr;
  task* last_ = nullptr;
};

}  // namespace jackdaw::dataflow
