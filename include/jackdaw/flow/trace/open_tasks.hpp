// The tasks of a flow that are not over, for an observer of the run: which wait, and for what.
//
// Kept where the scheduler has an observe::activity; elsewhere nothing of it is there. Callers: a thread that
// submits, executes or ends a task of the flow reports it; the activity asks.
// Invariants
//   OT-U1  a task that is listed is not over, and so the handles of its accesses are alive. The thread that ends it
//          takes it out first. Before that, accesses that are over early are no longer looked at (waits_later).
//   OT-U2  the requirements of a task change while it runs; they are looked at while it does not. What changes while it
//          waits does so unseen().
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/version/version_text.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/observe/watch/activity.hpp>

namespace jackdaw::dataflow {

class open_tasks final : public observe::activity::informant {
 public:
  template <class Scheduler>
  explicit open_tasks(Scheduler& on) : told_(observe::activity_of(on)) {
    if (told_ != nullptr) told_->add(*this);
  }
  open_tasks(const open_tasks&) = delete;
  open_tasks& operator=(const open_tasks&) = delete;
  ~open_tasks() {
    if (told_ != nullptr) told_->remove(*this);
  }

  /// It was submitted, and may have to wait for its accesses.
  void waits(const waiter& t) noexcept { note(t, {stage::before}); }
  /// It has run, and may have to wait for deferred accesses; before the others end.
  void waits_later(const waiter& t) noexcept { note(t, {stage::later}); }
  void waits_for_subtasks(const waiter& t) noexcept { note(t, {stage::subtasks}); }
  void waits_for_event(const waiter& t) noexcept { note(t, {stage::event}); }
  void waits_for_units(const waiter& t) noexcept { note(t, {stage::units}); }
  void runs(const waiter& t, unsigned worker) noexcept { note(t, {stage::running, worker}); }
  void is_over(const waiter& t) noexcept {
    if (told_ == nullptr) return;
    const std::lock_guard hold(mutex_);
    tasks_.erase(&t);
  }

  /// Makes a change of a task that does not run.
  void unseen(auto&& change) const noexcept {
    const std::lock_guard hold(mutex_);
    change();
  }

  [[nodiscard]] bool has_tasks() const override {
    const std::lock_guard hold(mutex_);
    return !tasks_.empty();
  }

  void tell(observe::moment& all) const override {
    const std::lock_guard hold(mutex_);
    std::vector<std::pair<std::uint64_t, const waiter*>> in_order;
    in_order.reserve(tasks_.size());
    for (const auto& [t, now] : tasks_) in_order.emplace_back(now.number, t);
    std::sort(in_order.begin(), in_order.end());
    for (const auto& [number, t] : in_order) tell_of(*t, tasks_.at(t), all);
  }

 private:
  enum class stage : std::uint8_t { before, units, running, event, subtasks, later };
  struct standing {
    stage now = stage::before;
    unsigned worker = 0;       // where it runs
    std::uint64_t number = 0;  // in the order of submission
  };

  void note(const waiter& t, standing now) noexcept {
    if (told_ == nullptr) return;
    const std::lock_guard hold(mutex_);
    try {
      const auto [place, is_new] = tasks_.try_emplace(&t);
      now.number = is_new ? ++numbers_ : place->second.number;
      place->second = now;
    } catch (const std::bad_alloc&) {
      return;  // then it is not listed
    }
  }

  static void tell_of(const waiter& t, const standing& now, observe::moment& all) {
    if (now.now == stage::running) {
      auto& worker = all.workers[now.worker];
      if (worker.what == observe::doing::runs && worker.around == 0) worker.task = t.kind->name(t);
      return;
    }
    std::string missing = now.now == stage::subtasks ? "its subtasks"
                          : now.now == stage::event  ? "its completion"
                          : now.now == stage::units  ? t.kind->lacks(t)
                                                     : std::string();
    if (missing.empty()) missing = missing_access(t, now.now);
    if (missing.empty()) {
      ++all.ready;
    } else {
      all.waiting.push_back({name_of(t), std::move(missing)});
    }
  }

  static std::string name_of(const waiter& t) {
    const waiter* const around = t.kind->around(t);
    return t.kind->name(t) + (around == nullptr ? "" : "' in '" + around->kind->name(*around));
  }

  /// The first access that is not available; empty: all are. OT-U1, OT-U2
  static std::string missing_access(const waiter& t, stage now) {
    std::string turn;
    for (const requirement& each : t.all_requirements()) {
      if (each.comes_later() != (now == stage::later)) continue;
      if (!each.of().reached(each.version())) return version_text(each.of(), each.version());
      if (turn.empty() && each.contends() && each.of().is_held())
        turn = "its turn at " + handle_text(each.of());
    }
    return turn;
  }

  observe::activity* told_;
  mutable base::mutex mutex_;  // for all below
  std::uint64_t numbers_ = 0;
  std::unordered_map<const waiter*, standing> tasks_;
};

}  // namespace jackdaw::dataflow
