// What a task that runs always is told of the failures before it.
#pragma once

#include <vector>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/failure/failure_record.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw {

/// What the function of a task with the attribute `always` gets: whether its objects are damaged, and why. An object
/// is damaged when a task of the same flow that was to write it has failed, or was skipped after a failure.
///     tasks.submit(always, write(x), [&x](const flow_failures& before, matrix& m) {
///       if (before.is_damaged(x)) m = matrix::zero();  // x is whole again, tasks that read it run
///     });
///
/// When the task ends without an exception, the objects that it has named with write() are whole again. Those that it
/// has named with read(), add() or reduce() stay as they are. wait() still throws what has failed, unless the task
/// calls set_handled().
///
/// It may be copied, for subtasks or for the thread that has the completion, and is used until the task is over. Of an
/// object that the task reduces to, nothing is known: it is not damaged here. Cost: nothing while no task has failed;
/// else a lock for a moment, and a look at each access of the task. Threads: any. Errors: std::logic_error for a handle
/// that the task has not named; std::bad_alloc where a list is returned.
class flow_failures {
 public:
  /// Of a task; for the flow.
  flow_failures(dataflow::failure_record& record, const dataflow::waiter& task) noexcept
      : record_(&record), task_(&task) {}

  /// Whether all objects of the task are whole, and the flow was not cancelled.
  [[nodiscard]] bool none() const { return !record_->any() || !record_->is_damaged(*task_, nullptr); }

  /// Whether the object of this handle is damaged. After cancel() it is true for all, as tasks before this one may have
  /// been skipped.
  [[nodiscard]] bool is_damaged(const dataflow::versions& of) const {
    require_named(of);
    return record_->any() && record_->is_damaged(*task_, &of);
  }

  /// Whether the flow was cancelled, by flow::cancel().
  [[nodiscard]] bool cancelled() const noexcept { return record_->is_cancelled(); }

  /// The failures by which its objects are damaged, in the order in which they were thrown: for each object at most the
  /// first eight. None where tasks were skipped by cancel() only.
  [[nodiscard]] std::vector<flow_failure> causes() const { return record_->causes(*task_, nullptr); }
  /// The same for the object of one handle.
  [[nodiscard]] std::vector<flow_failure> causes(const dataflow::versions& of) const {
    require_named(of);
    return record_->causes(*task_, &of);
  }

  /// The failures that causes() lists are handled: wait() does not throw them, and a task whose subtasks they are does
  /// not fail by them. That holds for each when all objects that it has damaged are whole again, so it is no loss to
  /// call this first.
  void set_handled() const noexcept { record_->set_handled(*task_); }

 private:
  void require_named(const dataflow::versions& of) const;

  dataflow::failure_record* record_;
  const dataflow::waiter* task_;
};

}  // namespace jackdaw

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/failure/flow_failures_impl.hpp>
#endif
