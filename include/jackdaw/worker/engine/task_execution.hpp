// How a worker puts one task, takes those that guests have brought, and executes one: with its observer told, and its
// exception kept.
//
// Callers: tasks put through their worker; the loop (worker/engine/worker_loop.hpp) takes in and executes.
#pragma once

#include <new>
#include <utility>

#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/engine/first_exception.hpp>
#include <jackdaw/worker/engine/terminating_pool.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

namespace jackdaw::working {

/// A pool whose tasks are executed with a `Worker` as their context.
template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
class task_execution : public terminating_pool<Pool, Idle> {
 public:
  using store = terminating_pool<Pool, Idle>;
  using task_type = typename Pool::task_type;

  /// `crew`: as for the loop.
  template <class... IdleArguments>
  task_execution(const staffing& staff, Worker* crew, IdleArguments&&... idle)
      : store(staff, std::forward<IdleArguments>(idle)...),
        crew_(crew),
        observer_(observe::seen_by<Observer>({.workers = workers_, .reserves = staff.reserves})) {}

  [[nodiscard]] Observer& observer() noexcept { return observer_; }
  [[nodiscard]] failure& failed() noexcept { return failure_; }

  /// From a task that runs on `id`; with `own`, what the pool keeps for this worker.
  void put(unsigned id, task_type& item, auto&... own) {
    observe::created(observer_, id, whole(item));
    this->put_and_wake(id, item, own...);
  }

  /// The same for worker `to` and no other.
  void put_pinned(unsigned id, unsigned to, task_type& item) {
    observe::created(observer_, id, whole(item));
    this->deliver(to, item, sender::worker);
  }

  /// Executes a task that `id` has taken.
  void execute(unsigned id, task_type& item) {
    if constexpr (pool::work_requesting_pool<Pool>) {
      if (pool_.work_requested(id)) [[unlikely]]
        this->answer_steal_request(id);
    }
    [[maybe_unused]] const auto outer = observe::started(observer_, id, whole(item));
    item.execute(item, &crew_[id], failure_.verdict());
    observe::finished(observer_, id, outer);
  }

  /// The same for a worker that has taken it from what the pool keeps for it, `own`.
  [[gnu::always_inline]] void execute(Worker& w, const auto& own, task_type& item) {
    if (own.deque.work_requested()) [[unlikely]]
      this->answer_steal_request(w.place());
    [[maybe_unused]] const auto outer = observe::started(observer_, w.place(), whole(item));
    item.execute(item, &w, failure_.verdict());
    observe::finished(observer_, w.place(), outer);
  }

 protected:
  using store::external_tasks_;
  using store::pool_;
  using store::workers_;

  ~task_execution() = default;

  /// A task that workers of this loop have made, with its note if it has one.
  static auto& whole(task_type& item) noexcept {
    if constexpr (observe::annotating_observer<Observer>) {
      return static_cast<typename Worker::task_type&>(item);
    } else {
      return item;
    }
  }

  /// Worker `id`, which is busy, puts into the pool what is in the inbox of `from`, but the oldest task, which it
  /// returns. So one that comes alone is not shown to others on its way. Null: there was nothing.
  [[nodiscard]] task_type* take_in(unsigned id, unsigned from) {
    task_type* item = external_tasks_.of(from).take_all();
    if (item == nullptr) return nullptr;
    for (;;) {
      observe::created(observer_, id, whole(*item));
      auto* const older = static_cast<task_type*>(item->next);
      if (older == nullptr) break;
      keep(id, *item);
      item = older;
    }
    this->leave();  // on behalf of the inbox; this worker is still busy
    return item;
  }
  void keep(unsigned id, task_type& item) {
    try {
      this->put_and_wake(id, item);
    } catch (const std::bad_alloc&) { execute(id, item); }  // no memory to store it: at once, then
  }

  Worker* const crew_;
  [[no_unique_address]] Observer observer_;
  failure failure_;
};

}  // namespace jackdaw::working
