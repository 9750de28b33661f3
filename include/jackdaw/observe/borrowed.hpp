// An observer that passes everything on to one that belongs to another scheduler.
#pragma once

#include <memory>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/observe/any_observer.hpp>

namespace jackdaw::observe {

/// The observer of a scheduler that runs on behalf of another (any_scheduler::lend_observer), with joins and groups.
/// Cost above that of the other observer: a virtual call for each hook.
class borrowed {
 public:
  using note = task_number;
  using group_note = task_number;

  explicit borrowed(unsigned workers)
      : workers_(workers), rest_(std::make_unique<base::padded<base::tally>[]>(workers)) {}

  /// From now on `to` sees everything. It must outlive this scheduler. Once, before the first run.
  void show(any_observer& to) noexcept {
    to_ = &to;
    for (unsigned id = 0; id < workers_; ++id) rest_[id]->hear(to.listener_of(id));
  }

  /// The observer that it passes everything on to, if that is of type O; else null.
  template <numbering_observer O>
  [[nodiscard]] O* as() const noexcept {
    return to_->as<O>();
  }

  [[nodiscard]] base::tally& tally_of(unsigned id) noexcept { return *rest_[id]; }

  void task_created(unsigned id, const task& t, note& n) noexcept { to_->task_created(id, t, n); }
  void task_held(unsigned id, const task& t, note& n) noexcept { to_->task_held(id, t, n); }
  void task_arrived(unsigned id, note& n) noexcept { to_->task_arrived(id, n); }
  [[nodiscard]] note task_started(unsigned id, const task& t, note& n) noexcept {
    return to_->task_started(id, t, n);
  }
  void task_finished(unsigned id, note outer) noexcept { to_->task_finished(id, outer); }
  [[nodiscard]] note branch_called(unsigned id, const task& t, note& n) noexcept {
    return to_->branch_called(id, t, n);
  }
  void branch_joined(unsigned id, note& n, note outer) noexcept { to_->branch_joined(id, n, outer); }
  void branch_ended(unsigned id, note& n) noexcept { to_->branch_ended(id, n); }
  void branch_awaited(unsigned id, note& n) noexcept { to_->branch_awaited(id, n); }
  void group_begun(unsigned id, group_note& g) noexcept { to_->group_begun(id, g); }
  void group_left(unsigned id, group_note& g) noexcept { to_->group_left(id, g); }
  void group_joined(unsigned id, group_note& g) noexcept { to_->group_joined(id, g); }
  void wait_begun(unsigned id) noexcept { to_->wait_begun(id); }
  void wait_over(unsigned id) noexcept { to_->wait_over(id); }
  void worker_busy(unsigned id) noexcept { to_->worker_busy(id); }
  void worker_idle(unsigned id) noexcept { to_->worker_idle(id); }
  void data_awaited(unsigned id, const task& t, note& n) noexcept { to_->data_awaited(id, t, n); }
  void data_acquired(unsigned id, const data_access& a) noexcept { to_->data_acquired(id, a); }
  void data_released(unsigned id, const data_access& a) noexcept { to_->data_released(id, a); }
  void task_turned_out(unsigned id, const task& t) noexcept { to_->task_turned_out(id, t); }

 private:
  unsigned workers_;
  any_observer* to_ = nullptr;
  std::unique_ptr<base::padded<base::tally>[]> rest_;
};

static_assert(data_observer<borrowed>);

}  // namespace jackdaw::observe
