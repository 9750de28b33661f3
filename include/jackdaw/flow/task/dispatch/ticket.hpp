// What is in the pool for a task that is among the ready tasks of its flow or graph (ready_tasks.hpp).
//
// A task that is not ready, or that a worker has taken, has a ticket; which one does not matter. So each time that the
// task becomes ready there is one, and no memory is needed for that. Callers: the thread that makes a task ready puts a
// ticket, after the task: so there are never more than tasks. A worker that takes it takes a task for it.
#pragma once

#include <jackdaw/flow/task/dispatch/ready_tasks.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::dataflow {

/// `Placed` has a name of its tickets, `take(ready_tasks&, place)`, which gives the task that the worker at that place
/// gets, and `take_up(ticket, worker, verb)`, which executes it.
template <class Scheduler, class Placed>
class ticket final : public Scheduler::task_type {
 public:
  static constexpr const char* name = Placed::name_of_tickets;  // for observers, until the task is known

  ticket() noexcept { this->execute = &execute_one; }
  explicit ticket(ready_tasks& of) noexcept : ticket() { all = &of; }

  ready_tasks* all = nullptr;  ///< where its task is

 private:
  static void execute_one(jackdaw::task& self, void* worker, task_verb verb) {
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<jackdaw::task_kind*>(worker) = kind_of_task<ticket>();
      return;
    }
    auto& used = static_cast<ticket&>(static_cast<typename Scheduler::task_type&>(self));
    auto& by = *static_cast<typename Scheduler::worker_type*>(worker);
    Placed::take(*used.all, by.place()).take_up(used, by, verb);
  }
};

/// The observer took the ticket for the task until now.
template <class Worker>
void tell_turned_out([[maybe_unused]] const jackdaw::task& t, [[maybe_unused]] Worker& by) noexcept {
  if constexpr (requires { by.data_observer()->task_turned_out(by.place(), t); }) {
    if (auto* const seen_by = by.data_observer()) seen_by->task_turned_out(by.place(), t);
  }
}

}  // namespace jackdaw::dataflow
