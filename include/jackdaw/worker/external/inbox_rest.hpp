// The rest of what was in an inbox, as one task: what a worker has taken, and has not put into the pool yet.
//
// A thread that submits without a pause fills an inbox with more tasks than caches hold. A worker that put all of them
// into the pool before it executed the first would walk over all of them twice, each time past the caches. So it puts
// some, and below them this task, which holds the others. The worker that executes it, often a thief, does the same
// with these.
//
// Callers: busy workers only (worker/engine/task_execution.hpp).
// Invariants
//   IR-R1  a task that has left its inbox is in the pool, or in the lists of one rest. That is in the pool, or a busy
//          worker executes it. So the phase stays open until all are executed, and each is executed once.
//   IR-R2  a rest spreads its tasks whatever has failed. Each of them is told so by itself.
// Orderings: none of its own. The lists were acquired with the inboxes (worker/external/inbox.hpp IB-B3), and go from
// worker to worker with their task, as closures do.
#pragma once

#include <new>

#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::working {

/// `Spread` is called with the worker and the lists of tasks that are left.
template <class Worker, task_header Task, class Lists, class Spread>
class inbox_rest final : public Task {
 public:
  /// Null: there is no memory.
  [[nodiscard]] static inbox_rest* create(Worker& host, const Lists& left, Spread spread) noexcept {
    try {
      return new (block::allocate(host)) inbox_rest(left, spread);
    } catch (const std::bad_alloc&) { return nullptr; }
  }

 private:
  using block = detail::block_for<inbox_rest>;

  inbox_rest(const Lists& left, Spread spread) : left_(left), spread_(spread) { this->execute = &run; }
  ~inbox_rest() = default;

  /// IR-R2. No observer sees it, so none asks what it is.
  static void run(task& base, void* executing, task_verb /*verb*/) {
    auto& self = static_cast<inbox_rest&>(base);
    auto& w = *static_cast<Worker*>(executing);
    Lists left = self.left_;
    const Spread spread = self.spread_;
    self.~inbox_rest();
    block::deallocate(w, &self);
    spread(w, left);
  }

  Lists left_;
  Spread spread_;
};

}  // namespace jackdaw::working
