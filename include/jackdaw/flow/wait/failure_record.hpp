// What has gone wrong in a flow since the last wait().
//
// A round is the time between two waits that found trouble. It holds what tasks have thrown, and which objects failed
// tasks should have written, so that a new round forgets all at once. Several threads may wait at the same time, and the
// first that is through ends the round for all. So each holds on to the round in which it has begun to wait, from which
// it comes to those after it: whoever waited for a task that has failed hears of it.
// Who calls what: the workers record, skips and spoil; a thread that waits now(), then settle, report or report_missing.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/wait/task_counts.hpp>
#include <jackdaw/worker/engine/process_end.hpp>

namespace jackdaw::dataflow {

/// Under the mutex of the flow's trouble.
struct trouble_round {
  trouble_round() { failures.reserve(1); }  // so that there is room for one, however short memory is

  std::vector<flow_failure> failures;
  /// Mark of a handle -> at which version a task has failed to write it. Here and not at the handle, which several
  /// flows may use at once. A mark, as another handle may lie at the same address later.
  std::unordered_map<std::uint64_t, std::uint64_t> missing;
  std::uint64_t skipped = 0;
  std::shared_ptr<trouble_round> next;  // null: it is not over

  [[nodiscard]] bool misses(std::uint64_t mark, std::uint64_t version) const {
    const auto found = missing.find(mark);
    return found != missing.end() && found->second < version;
  }
};

class failure_record {
 public:
  using round = std::shared_ptr<trouble_round>;

  /// Whether tasks may have to be skipped: one load of a word that hardly ever changes. A task that comes after
  /// a failed one sees it (versions.hpp X1).
  [[nodiscard]] bool any() const noexcept { return state_.load(base::relaxed) != none; }

  /// A task has thrown: what it should have written is spoiled.
  void record(const waiter& task, std::exception_ptr thrown) noexcept {
    {
      const std::lock_guard hold(mutex_);
      try {
        (*now_)->failures.push_back({task.kind->name(task), thrown});
      } catch (const std::bad_alloc&) {  // without its name, then, and only where it is the first
        if ((*now_)->failures.empty()) (*now_)->failures.push_back({"?", std::move(thrown)});
      }
      state_.fetch_or(failed, base::relaxed);
    }
    spoil(task);
  }

  /// What is known of failures stays when this dies (worker/engine/process_end.hpp).
  void abandon() noexcept { now_.abandon(); }

  /// Tasks that have not begun are to be skipped.
  void cancel() noexcept { state_.fetch_or(cancelled, base::relaxed); }

  /// Some tasks that have not begun are as good as failed: by the end of the flow.
  void give_up() noexcept { state_.fetch_or(given_up, base::relaxed); }

  /// Whether this task must be skipped. What it would have written is spoiled then. What it reduces does not count:
  /// when it is not waited for, nobody knows yet.
  [[nodiscard]] bool skips(const waiter& task) {
    if ((state_.load(base::relaxed) & (cancelled | unknown)) != 0) return true;
    bool skipped = task.failed;
    for (std::uint8_t i = 0; i < task.count && !skipped; ++i) {
      const requirement& each = task.requirements()[i];
      skipped = !each.can_wait() && misses(each);
    }
    if (skipped) spoil(task);
    return skipped;
  }

  /// What the task was to do now will be missing. Where there is no memory to say what, all that comes later is skipped.
  void spoil(const waiter& task) noexcept {
    const std::lock_guard hold(mutex_);
    try {
      for (std::uint8_t i = 0; i < task.count; ++i) {
        const requirement& each = task.requirements()[i];
        if (!task.concerns_now(each) || each.reads_only()) continue;
        auto& known = (*now_)->missing.try_emplace(each.of().make_mark(), each.version()).first->second;
        if (each.version() < known) known = each.version();
      }
    } catch (const std::bad_alloc&) { state_.fetch_or(unknown, base::relaxed); }
  }

  // ---- by who waits ----

  /// For later, when the wait is over.
  [[nodiscard]] round now() {
    const std::lock_guard hold(mutex_);
    return *now_;
  }

  /// Ends the round, while no task is left, unless another one has.
  void settle(const task_counts& count) {
    const std::lock_guard hold(mutex_);
    if (!any()) return;
    auto next = std::make_shared<trouble_round>();
    const std::uint64_t before = std::exchange(told_, count.skipped());
    (*now_)->skipped = told_ - before;
    (*now_)->next = next;
    *now_ = std::move(next);
    state_.store(none, base::relaxed);
  }

  /// Throws flow_error when tasks have failed in the rounds from `first` on that are over.
  void report(round first) {
    summary all;
    {
      const std::lock_guard hold(mutex_);
      for (; first->next != nullptr; first = round(first->next)) all.add(*first, first->skipped);
    }
    all.tell();
  }

  /// Throws flow_error, with all failures from the round `first` on, when one of them was to write the object before
  /// `version`.
  void report_missing(round first, const versions& of, std::uint64_t version, const task_counts& count) {
    const std::uint64_t mark = of.mark();
    if (mark == 0 && !any()) return;
    summary all;
    bool missing = (state_.load(base::relaxed) & unknown) != 0;
    {
      const std::lock_guard hold(mutex_);
      for (round each = first; each != nullptr && !missing; each = round(each->next))
        missing = each->misses(mark, version);
      for (; missing && first != nullptr; first = round(first->next))
        all.add(*first, first == *now_ ? count.skipped() - told_ : first->skipped);
    }
    if (missing) all.tell();
  }

 private:
  enum : unsigned { none = 0, failed = 1, cancelled = 2, unknown = 4, given_up = 8 };

  struct summary {
    std::vector<flow_failure> failures;
    std::uint64_t skipped = 0;

    void add(const trouble_round& one, std::uint64_t skipped_there) {
      if (one.failures.empty()) return;  // by cancel()
      failures.insert(failures.end(), one.failures.begin(), one.failures.end());
      skipped += skipped_there;
    }
    void tell() {
      if (!failures.empty()) throw flow_error(std::move(failures), skipped);
    }
  };

  /// Whether a task before it has failed to write the object. That one came by the handle before (X1), so its mark is
  /// seen.
  [[nodiscard]] bool misses(const requirement& each) {
    const std::uint64_t mark = each.of().mark();
    if (mark == 0) return false;
    const std::lock_guard hold(mutex_);
    return (*now_)->misses(mark, each.version());
  }

  base::atomic<unsigned> state_{none};
  std::mutex mutex_;  // for all below
  working::unless_abandoned<round> now_{std::make_shared<trouble_round>()};
  std::uint64_t told_ = 0;  // skipped tasks of rounds that are over
};

}  // namespace jackdaw::dataflow
