// The tasks of one flow that are ready, and are kept until their flow releases them.
//
// Source: T15 section 5.3, whose tasks are all submitted before any of them may execute (in its software the option
// PauseExecution). Deviation: what is held is a flow, not a pool of threads, so others on the same scheduler go on.
// Callers: keep() by threads that submit; hold() and release() by any thread. Nothing is allocated: a task is linked as
// in a queue, one that has a place of its own as where it waits at a handle. It is in neither meanwhile.
// Invariants
//   HT-H1  a task is kept only while the flow holds, both under the lock. So release(), which ends that under the lock,
//          has all of them, and none is left behind.
// Orderings: HT-M1 whether the flow holds is written under the lock. Without it, it is a hint: a thread sees what it
// has done itself; others have no order with hold() unless the program makes one. keep() looks again under the lock.
#pragma once

#include <mutex>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::dataflow {

class held_tasks {
 public:
  /// In the order in which they came.
  struct all {
    task* plain = nullptr;       ///< by their `next`
    waiter* pinned = nullptr;    ///< by their next()
    waiter* ticketed = nullptr;  ///< the same: those with a priority or an affinity
  };

  [[nodiscard]] bool holds() const noexcept { return holds_.load(base::relaxed); }  // HT-M1

  void hold() noexcept {
    const std::lock_guard own(lock_);
    holds_.store(true, base::relaxed);  // HT-M1
  }

  /// False: the flow does not hold any more, and the task is the caller's.
  [[nodiscard]] bool keep(task& one) noexcept {
    const std::lock_guard own(lock_);
    if (!holds()) return false;
    one.next = nullptr;
    (last_ == nullptr ? kept_.plain : last_->next) = &one;
    last_ = &one;
    return true;
  }
  [[nodiscard]] bool keep_placed(waiter& one, bool has_ticket) noexcept {
    const std::lock_guard own(lock_);
    if (!holds()) return false;
    waiter*& first = has_ticket ? kept_.ticketed : kept_.pinned;
    waiter*& last = has_ticket ? last_ticketed_ : last_pinned_;
    one.next() = nullptr;
    (last == nullptr ? first : last->next()) = &one;
    last = &one;
    return true;
  }

  /// The caller's from now on.
  [[nodiscard]] all release() noexcept {
    const std::lock_guard own(lock_);
    holds_.store(false, base::relaxed);  // HT-M1
    last_ = nullptr;
    last_pinned_ = nullptr;
    last_ticketed_ = nullptr;
    return std::exchange(kept_, {});
  }

 private:
  base::atomic<bool> holds_{false};
  sync::spin_lock lock_;
  all kept_;  // these under the lock
  task* last_ = nullptr;
  waiter* last_pinned_ = nullptr;
  waiter* last_ticketed_ = nullptr;
};

}  // namespace jackdaw::dataflow
