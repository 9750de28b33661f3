// What has gone wrong in a flow since the last wait().
//
// A round is the time between two waits that found trouble. Objects that a failed task should have written are
// marked with the number of the round (versions::spoil), so that a new round forgets all marks at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/flow_error.hpp>
#include <jackdaw/flow/versions.hpp>
#include <jackdaw/flow/waiter.hpp>

namespace jackdaw::dataflow {

class trouble {
 public:
  /// Whether tasks may have to be skipped: one load of a word that hardly ever changes. A task that comes after
  /// a failed one sees it (versions.hpp X1).
  [[nodiscard]] bool any() const noexcept { return state_.load(base::relaxed) != none; }

  /// A task has thrown: what it should have written is spoiled.
  void record(const waiter& task, std::exception_ptr thrown) {
    {
      const std::lock_guard hold(mutex_);
      failures_.push_back({task.kind->name(task), std::move(thrown)});
    }
    state_.fetch_or(failed, base::relaxed);
    spoil(task);
  }

  /// Tasks that have not begun are to be skipped.
  void cancel() noexcept { state_.fetch_or(cancelled, base::relaxed); }

  /// Whether this task must be skipped. What it would have written is spoiled then. What it reduces does not count:
  /// when it is not waited for, nobody knows yet.
  [[nodiscard]] bool skips(const waiter& task) {
    if ((state_.load(base::relaxed) & cancelled) != 0) return true;
    const std::uint32_t round = round_.load(base::relaxed);
    for (std::uint16_t i = 0; i < task.count; ++i) {
      const requirement& each = task.requirements()[i];
      if (!each.can_wait() && each.of().is_spoiled(round, each.version())) {
        spoil(task);
        return true;
      }
    }
    return false;
  }

  /// The failures of this round.
  [[nodiscard]] std::vector<flow_failure> until_now() {
    const std::lock_guard hold(mutex_);
    return failures_;
  }

  /// What the task was to do now will be missing.
  void spoil(const waiter& task) {
    for (std::uint16_t i = 0; i < task.count; ++i) {
      const requirement& each = task.requirements()[i];
      if (task.concerns_now(each) && !each.reads_only())
        each.of().spoil(round_.load(base::relaxed), each.version());
    }
  }

  /// Begins a new round, while no task is left, and returns the failures of the last one.
  [[nodiscard]] std::vector<flow_failure> settle() {
    const std::lock_guard hold(mutex_);
    round_.store(next_round(), base::relaxed);
    state_.store(none, base::relaxed);
    return std::exchange(failures_, {});
  }

 private:
  enum : unsigned { none = 0, failed = 1, cancelled = 2 };

  /// Rounds of all flows differ, as handles may be used by several. 0 is none.
  static std::uint32_t next_round() noexcept {
    static std::atomic<std::uint32_t> last{0};
    std::uint32_t next = 0;
    while (next == 0) next = last.fetch_add(1, std::memory_order_relaxed) + 1;
    return next;
  }

  base::atomic<unsigned> state_{none};
  base::atomic<std::uint32_t> round_{next_round()};
  std::mutex mutex_;
  std::vector<flow_failure> failures_;
};

}  // namespace jackdaw::dataflow
