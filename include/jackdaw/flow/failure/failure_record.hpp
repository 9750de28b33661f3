// Which tasks of a flow have failed since the last wait(), and whether it was cancelled.
//
// A round is the time between two waits that found failures. It holds what tasks have thrown, and which objects
// are damaged by that (failure_round.hpp), so that a new round forgets all at once. Several threads may wait at the
// same time, and the first that is through ends the round for all. So each thread keeps the round in which it has begun
// to wait, from which it comes to those after it. Thus each thread that waited for a failed task learns of the failure.
// Callers: the workers record, skips, spoil and heal; a task that runs always asks by flow_failures; any thread
// cancels; a thread that waits now(), then settle, report or report_missing.
// Invariants
//   FC-C1  the mark `cancelled` and the request to stop change together, under the mutex. So a token that is made for a
//          round is asked to stop if the round is cancelled, before or after, and not for another one.
//   FC-C2  stop callbacks are functions of the user, which may call this flow. They are called without the mutex.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

struct failure_round;

class failure_record {
 public:
  using round = std::shared_ptr<failure_round>;

  failure_record();

  /// Whether tasks may have to be skipped: one load of a word that hardly ever changes. A task that comes after
  /// a failed one sees it (versions.hpp VE-X1).
  [[nodiscard]] bool any() const noexcept { return state_.load(base::relaxed) != none; }

  /// A task has thrown: what it should have written is damaged.
  void record(const waiter& task, std::exception_ptr thrown) noexcept;

  /// Tasks that have not begun are to be skipped, and those that run are asked to stop.
  void cancel() noexcept;

  /// Of this round. The first call of a round needs memory, and throws std::bad_alloc where there is none.
  [[nodiscard]] std::stop_token stop_token();

  /// Some tasks that have not begun count as failed: by the end of the flow.
  void give_up() noexcept { state_.fetch_or(given_up, base::relaxed); }

  /// Whether this task must be skipped. What it would have written is damaged then. What it reduces does not count:
  /// it is not waited for, so its state is not known yet.
  [[nodiscard]] bool skips(const waiter& task);

  /// What the task was to do now will be missing. Where there is no memory to say what, all that comes later is
  /// skipped.
  void spoil(const waiter& task) noexcept;

  /// A task that runs always has done what it was to do now: what it has overwritten is whole again.
  void heal(const waiter& task) noexcept;

  /// Whether a task fails because some of its subtasks have failed or were skipped. Not if these failures are handled,
  /// and what they have damaged is healed.
  [[nodiscard]] bool parts_have_failed(const waiter& task) noexcept;

  // ---- by a task that runs always ----

  [[nodiscard]] bool is_cancelled() const noexcept {
    return (state_.load(base::relaxed) & cancelled) != 0;  // VE-X1: if a task before it was skipped
  }
  /// Whether one of the objects of a task is damaged: that of the handle, or any of them where it is null.
  [[nodiscard]] bool is_damaged(const waiter& task, const versions* of);
  /// Why.
  [[nodiscard]] std::vector<flow_failure> causes(const waiter& task, const versions* of);
  /// All of these.
  void set_handled(const waiter& task) noexcept;

  // ---- by a thread that waits ----

  /// For later, when the wait is over.
  [[nodiscard]] round now();

  /// Ends the round, while no task is left, unless another one has. `count_skipped()`: of the flow, until now.
  void settle(auto&& count_skipped) {
    const std::lock_guard hold(mutex_);
    if (any()) end_round(count_skipped());
  }

  /// Throws flow_error when tasks have failed in the rounds from `first` on that are over.
  void report(round first);

  /// Throws flow_error, with all failures from the round `first` on, when one of them was to write the object before
  /// `version`. `skipped`: of the flow, until now.
  void report_missing(round first, const versions& of, std::uint64_t version, std::uint64_t skipped);

 private:
  enum : unsigned { none = 0, failed = 1, cancelled = 2, unknown = 4, given_up = 8 };

  [[nodiscard]] bool is_unknown() const noexcept { return (state_.load(base::relaxed) & unknown) != 0; }
  void end_round(std::uint64_t skipped);

  base::atomic<unsigned> state_{none};
  base::mutex mutex_;  // for all below
  round now_;
  std::stop_source stop_{std::nostopstate};  // without a state until a task asks for it
  std::uint64_t told_ = 0;                   // skipped tasks of rounds that are over
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/failure/failure_record_impl.hpp>
#endif
