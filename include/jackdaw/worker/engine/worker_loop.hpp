// Workers in a working phase: how they look for tasks, execute them, wait, and leave.
//
// Callers: the engine (worker/engine/engine.hpp) opens phases and lets its threads serve(); tasks call put,
// wait and wake through their worker. How one task is put and executed: worker/engine/task_execution.hpp. How tasks get
// in from elsewhere, and which workers are busy: worker/engine/terminating_pool.hpp.
#pragma once

#include <utility>

#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/engine/run_environment.hpp>
#include <jackdaw/worker/engine/task_execution.hpp>
#include <jackdaw/worker/engine/worker_placement.hpp>
#include <jackdaw/worker/external/blocked_workers.hpp>
#include <jackdaw/worker/external/number_loans.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

namespace jackdaw::working {

/// A pool, its idle policy, and what its workers do; tasks are executed with a `Worker` as their context.
template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
class loop : public task_execution<Pool, Idle, Observer, Worker> {
 public:
  using base_type = task_execution<Pool, Idle, Observer, Worker>;
  using task_type = typename Pool::task_type;

  /// `crew[0] … crew[workers-1]` are the contexts, which outlive the loop.
  template <class... IdleArguments>
  loop(const staffing& staff, Worker* crew, IdleArguments&&... idle)
      : base_type(staff, crew, std::forward<IdleArguments>(idle)...),
        alone_(staff.places()),
        placement_(workers_, staff.pins.empty()) {}

  /// A task for worker `id`, which is busy; null: nothing found now. `over`: inside a task that waits, whether it needs
  /// to wait no longer.
  template <class Over>
  [[nodiscard]] task_type* next(unsigned id, Over over) {
    const bool quiet = external_tasks_.of(id).is_quiet();
    if (quiet) [[likely]] {
      if (task_type* const item = next_of_pool(id)) [[likely]]
        return item;
    }
    return next_from_elsewhere(id, quiet, over);
  }
  [[nodiscard]] task_type* next(unsigned id) { return next(id, never); }

  /// One that is pinned to worker `id`, which is busy; null: there is none. `over` as for next().
  [[nodiscard]] task_type* next_pinned(unsigned id, base::function_ref<bool()> over) {
    return external_tasks_.of(id).is_called() && has_pinned(id, over) ? external_tasks_.pinned_to(id).take()
                                                                      : nullptr;
  }

  /// Puts into the pool of worker `id`, which is busy, what guests have brought. Returns whether that was anything.
  bool let_in(unsigned id) {
    if (!this->comes_from_outside(id)) return false;
    for (unsigned from = 0; from < workers_; ++from) {
      if (task_type* const one = this->take_in(id, from)) this->keep(id, *one);
    }
    return true;
  }

  /// For a worker that waits inside a task: until `over`, or there may be work. It stays busy: the phase stays open.
  void wait(unsigned id, base::function_ref<bool()> over) {
    idle_.wait(id, [&] { return over() || this->in_sight(id); });
  }

  /// The same without looking for work, and without taking any.
  void wait_alone(unsigned id, auto over) {
    alone_.prepare(id);
    if (over()) {
      alone_.cancel(id);
    } else {
      limit_.while_taking_none(this->takers(), [&] { alone_.park(id); });
    }
  }

  /// Something that worker `id` may wait for has happened; as worker 0, any caller, whether it has the seat or not.
  void wake(unsigned id) {
    if (id < workers_) idle_.wake(id);
    alone_.wake(id);
    if (id == 0) first_seat_.report();  // first_seat.hpp FS-Q2, FS-Q6
  }

 protected:
  using base_type::crew_;
  using base_type::external_tasks_;
  using base_type::failure_;
  using base_type::first_seat_;
  using base_type::idle_;
  using base_type::limit_;
  using base_type::observer_;
  using base_type::pool_;
  using base_type::termination_;
  using base_type::whole;
  using base_type::workers_;

  ~loop() = default;

  static constexpr auto never = [] { return false; };

  /// The calling thread works as worker `id` from now on.
  void take_seat(unsigned id) {
    if constexpr (requires { pool_.seat(id); }) pool_.seat(id);
    limit_.take_seat(id);
  }

  /// How a worker has ceased to work.
  enum class ending {
    no_work,   ///< there is no task for it; it is not busy any more
    left,      ///< it has left, and has put nothing that nobody has taken; the same
    left_busy  ///< it has left tasks behind: still busy, on behalf of the thread that takes them
  };

  /// Waits for work and does it until `over`, or, between two tasks, until it `leaves`. Whether it is not busy then.
  bool serve(unsigned id, const auto& over, const auto& leaves) {
    for (;;) {
      this->look();
      if (limit_.surplus(id) && !over() && !this->is_called(id)) [[unlikely]] {
        idle_.put(id);  // if a wake-up for a task brought it here, another one is due
        limit_.rest(
            id, [&] { return over() || !limit_.surplus(id) || this->is_called(id); },
            [this, id] { return this->look_around(id); });
      } else if (this->summoned(id)) {
        this->leave_post(id);
        if (const ending how = work(id, leaves); how != ending::no_work) return how == ending::left;
      } else if (over()) {
        return true;
      } else if (!this->step_back(id)) {
        idle_.wait(id, [&] { return over() || limit_.surplus(id) || this->in_sight(id); });
      }
    }
  }

  /// Executes tasks until the pool has none for this worker, or until it `leaves`. The worker is busy when this begins.
  ending work(unsigned id, const auto& leaves) {
    bool has_left = false;
    const base::float_environment_scope as_all = environment_.taken_over();
    placement_.begins(id, limit_.allowed());
    observer_.worker_busy(id);
    while (!stands_aside(id)) {
      has_left = leaves();
      if (has_left) [[unlikely]]
        break;
      task_type* const item = next(id);
      if (item == nullptr) break;
      this->execute(id, *item);
    }
    placement_.ends(id);
    observer_.worker_idle(id);  // while the phase is open: a reader of the observer after the run sees it
    if (has_left && leaves_tasks(id)) return ending::left_busy;
    this->leave();
    return has_left ? ending::left : ending::no_work;
  }

 private:
  /// Whether worker `id` has tasks that are its own: such as it has put, or has fetched as pinned to it.
  [[nodiscard]] bool leaves_tasks(unsigned id) {
    if constexpr (requires { pool_.get_own(id); }) {
      if (external_tasks_.pinned_to(id).has_fetched()) return true;
      task_type* const newest = pool_.get_own(id);
      if (newest == nullptr) return false;
      this->put_and_wake(id, *newest);
    }
    return true;
  }

  [[nodiscard]] task_type* next_of_pool(unsigned id) {
    task_type* item = nullptr;
    if constexpr (pool::pool_that_gives_up<Pool>) {
      item = pool_.get(id, [this] { return this->is_alone(); });
    } else {
      item = pool_.get(id);
    }
    if (item != nullptr) this->wake_for_revealed(id);
    return item;
  }

  /// A task for worker `id` has come from elsewhere, or else there was none in the pool: `none_there`.
  [[nodiscard, gnu::noinline]] task_type* next_from_elsewhere(unsigned id, bool none_there,
                                                              base::function_ref<bool()> over) {
    for (;; none_there = true) {
      if (none_there && !let_in(id)) return next_pinned(id, over);  // pinned_tasks.hpp, PT-N2
      if (!external_tasks_.of(id).is_quiet()) {
        if (task_type* const item = open_door(id, over)) return item;
      }
      if (task_type* const item = next_of_pool(id)) return item;
    }
  }

  /// There is something for worker `id`, which is busy: a task that is pinned to it, or one from its inbox; null: it is
  /// gone.
  [[gnu::noinline]] task_type* open_door(unsigned id, base::function_ref<bool()> over) {
    task_type* const item = next_pinned(id, over);
    return item == nullptr && this->comes_from_outside(id) ? this->take_in(id, id) : item;
  }

  /// Whether some are pinned to worker `id`, which is busy, and gets hold of them. Lends its number, if that is why it
  /// is called, until it is needed: for a pinned task, or as what it waits for is over.
  [[gnu::noinline, gnu::cold]] bool has_pinned(unsigned id, base::function_ref<bool()> over) {
    auto& own = external_tasks_.pinned_to(id);
    unsigned lists = own.fetch([&](task_type& item) { observe::created(observer_, id, whole(item)); });
    if (lists != 0 && ((Pool::balances && !pool_.looks_empty(id)) || !external_tasks_.looks_empty()))
      idle_.put(id);  // if a wake-up for another task brought it here, another one is due
    for (; lists != 0; --lists) this->leave();  // on behalf of the lists
    if constexpr (pool::roomy_pool<Pool>) lend_number(id, over);
    return own.has_fetched();
  }

  void lend_number(unsigned id, base::function_ref<bool()> over) {
    if (id >= workers_) return;
    loans_.lend_all(
        id, [this](auto&& wait) { limit_.while_taking_none(this->takers(), wait); },
        [&] { return over() || external_tasks_.of(id).is_called(); });  // NL-N11
  }

  /// At a task boundary: whether this worker is surplus, and may leave as one without work. It rests first while others
  /// have to take its tasks. When no worker does, it takes the next one itself.
  [[nodiscard]] bool stands_aside(unsigned id) {
    if constexpr (Pool::balances) {
      if (limit_.turn_to_look(id)) [[unlikely]]
        this->look_around(id);
    }
    if constexpr (pool::retiring_pool<Pool>) {
      if (limit_.surplus(id)) [[unlikely]]
        return retired(id);
    }
    return false;
  }

  /// What is pinned to it keeps a surplus worker at work.
  [[gnu::noinline, gnu::cold]] bool retired(unsigned id) {
    if (!has_pinned(id, never) && stays_retired(id)) return true;
    this->leave_post(id);
    return false;
  }
  bool stays_retired(unsigned id) {
    if (pool_.retire(id)) return true;
    idle_.put(id);  // for the tasks that have become visible
    limit_.stand_aside(
        id, this->takers(), [this, id] { return this->look_around(id); },
        [this, id] { return this->is_called(id); });
    return limit_.surplus(id) && !has_pinned(id, never) && pool_.retire(id);
  }

 protected:
  sync::parking alone_;  // workers that wait without taking work, and reserve threads that wait inside a task
  number_loans loans_{first_seat_};
  blocked_workers blocked_;
  placement<> placement_;
  run_environment environment_;
};

}  // namespace jackdaw::working
