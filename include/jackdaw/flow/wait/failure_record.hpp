// Which tasks of a flow have failed since the last wait().
//
// A round is the time between two waits that found failures. It holds what tasks have thrown, and which objects
// failed tasks should have written, so that a new round forgets all at once. Several threads may wait at the same
// time, and the first that is through ends the round for all. So each thread keeps the round in which it has begun to
// wait, from which it comes to those after it. Thus each thread that waited for a failed task learns of the failure.
// Callers: the workers record, skips and spoil; a thread that waits now(), then settle, report or
// report_missing.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/wait/task_counts.hpp>
#include <jackdaw/worker/engine/process_end.hpp>

namespace jackdaw::dataflow {

struct failure_round;

class failure_record {
 public:
  using round = std::shared_ptr<failure_round>;

  failure_record();

  /// Whether tasks may have to be skipped: one load of a word that hardly ever changes. A task that comes after
  /// a failed one sees it (versions.hpp VE-X1).
  [[nodiscard]] bool any() const noexcept { return state_.load(base::relaxed) != none; }

  /// A task has thrown: what it should have written is spoiled.
  void record(const waiter& task, std::exception_ptr thrown) noexcept;

  /// What is known of failures stays when this dies (worker/engine/process_end.hpp).
  void abandon() noexcept { now_.abandon(); }

  /// Tasks that have not begun are to be skipped.
  void cancel() noexcept { state_.fetch_or(cancelled, base::relaxed); }

  /// Some tasks that have not begun count as failed: by the end of the flow.
  void give_up() noexcept { state_.fetch_or(given_up, base::relaxed); }

  /// Whether this task must be skipped. What it would have written is spoiled then. What it reduces does not count:
  /// it is not waited for, so its state is not known yet.
  [[nodiscard]] bool skips(const waiter& task);

  /// What the task was to do now will be missing. Where there is no memory to say what, all that comes later is
  /// skipped.
  void spoil(const waiter& task) noexcept;

  // ---- by a thread that waits ----

  /// For later, when the wait is over.
  [[nodiscard]] round now();

  /// Ends the round, while no task is left, unless another one has.
  void settle(const task_counts& count);

  /// Throws flow_error when tasks have failed in the rounds from `first` on that are over.
  void report(round first);

  /// Throws flow_error, with all failures from the round `first` on, when one of them was to write the object before
  /// `version`.
  void report_missing(round first, const versions& of, std::uint64_t version, const task_counts& count);

 private:
  enum : unsigned { none = 0, failed = 1, cancelled = 2, unknown = 4, given_up = 8 };

  /// Whether a task before it has failed to write the object. That one came by the handle before (VE-X1), so its mark
  /// is seen.
  [[nodiscard]] bool misses(const requirement& each);

  base::atomic<unsigned> state_{none};
  base::mutex mutex_;  // for all below
  working::unless_abandoned<round> now_;
  std::uint64_t told_ = 0;  // skipped tasks of rounds that are over
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/wait/failure_record_impl.hpp>
#endif
