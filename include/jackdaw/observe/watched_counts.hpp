// What an any_scheduler sees of its runs: it counts, and shows everything to one more observer, if there is one.
#pragma once

#include <utility>

#include <jackdaw/observe/any_observer.hpp>
#include <jackdaw/observe/run_counts.hpp>

namespace jackdaw::observe {

/// run_counts, and an observer that is chosen at run time. Cost above that of run_counts: a look at one
/// pointer for each hook, and a word in each task.
class watched_counts {
 public:
  using note = task_number;
  struct group_note {};  // any_scheduler has the pool face only: no joins, no groups

  explicit watched_counts(unsigned workers) : counts_(workers), workers_(workers) {}

  /// From now on `watcher` sees everything. Only before the first run.
  void watch_with(any_observer watcher) {
    watcher_ = std::move(watcher);
    for (unsigned id = 0; watcher_ && id < workers_; ++id)
      counts_.tally_of(id).hear(watcher_.listener_of(id));
  }
  [[nodiscard]] any_observer& watcher() noexcept { return watcher_; }

  [[nodiscard]] run_totals totals() const noexcept { return counts_.totals(); }
  [[nodiscard]] base::tally& tally_of(unsigned id) noexcept { return counts_.tally_of(id); }

  void task_created(unsigned id, const task& t, note& n) noexcept {
    counts_.task_created(id, t);
    if (watcher_) [[unlikely]]
      watcher_.task_created(id, t, n);
  }
  void task_held(unsigned id, const task& t, note& n) noexcept {
    if (watcher_) watcher_.task_held(id, t, n);
  }
  void task_arrived(unsigned id, note& n) noexcept {
    if (watcher_) watcher_.task_arrived(id, n);
  }
  [[nodiscard]] note task_started(unsigned id, const task& t, note& n) noexcept {
    counts_.task_started(id, t);
    if (watcher_) [[unlikely]]
      return watcher_.task_started(id, t, n);
    return 0;
  }
  void task_finished(unsigned id, note outer) noexcept {
    counts_.task_finished(id);
    if (watcher_) [[unlikely]]
      watcher_.task_finished(id, outer);
  }
  void worker_busy(unsigned id) noexcept {
    if (watcher_) watcher_.worker_busy(id);
  }
  void worker_idle(unsigned id) noexcept {
    if (watcher_) watcher_.worker_idle(id);
  }

  // Of joins and groups, which there are none of.
  [[nodiscard]] note branch_called(unsigned, const task&, note&) noexcept { return 0; }
  void branch_joined(unsigned, note&, note) noexcept {}
  void branch_ended(unsigned, note&) noexcept {}
  void branch_awaited(unsigned, note&) noexcept {}
  void group_begun(unsigned, group_note&) noexcept {}
  void group_left(unsigned, group_note&) noexcept {}
  void group_joined(unsigned, group_note&) noexcept {}
  void wait_begun(unsigned) noexcept {}
  void wait_over(unsigned) noexcept {}

 private:
  run_counts counts_;
  unsigned workers_;
  any_observer watcher_;
};

static_assert(annotating_observer<watched_counts>);

}  // namespace jackdaw::observe
