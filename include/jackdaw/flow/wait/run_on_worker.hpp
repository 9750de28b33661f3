// Work of a thread outside of tasks that a worker has to do for it, as some things are done by workers only.
//
// Callers: the thread makes it, and waits; a worker executes it, also after a run has failed. Invariant: the
// worker touches nothing of it after `done_`; what it wakes belongs to the scheduler
// (join-after-free, docs/internals/verification/bugs-of-others.md). Ordering: RW-N1 the end -> run: what it did.
#pragma once

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// `Function` is called with an actor that is a worker of the scheduler, and does not throw.
template <class Scheduler, class Function>
class run_on_worker final : public Scheduler::task_type {
 public:
  run_on_worker(Scheduler& on, Function function) noexcept : on_(&on), function_(function) {
    this->execute = &execute_errand;
  }

  /// Returns when it is done; executes tasks meanwhile.
  void run() {
    {
      working::caller_identity<Scheduler> guest(*on_);
      guest.put(*this);
    }
    on_->help([this] { return done_.load(base::acquire); });  // RW-N1
  }

 private:
  static void execute_errand(task& item, void* executing, task_verb verb) {
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<jackdaw::task_kind*>(executing) = kind_of_task<Function>();
      return;
    }
    auto& self = static_cast<run_on_worker&>(item);
    Scheduler& on = *self.on_;
    working::actor<Scheduler> me(on, *static_cast<typename Scheduler::worker_type*>(executing));
    self.function_(me);
    self.done_.store(true, base::release);  // RW-N1 -> run
    on.wake(0);
  }

  Scheduler* on_;
  Function function_;
  base::atomic<bool> done_{false};
};

}  // namespace jackdaw::dataflow
