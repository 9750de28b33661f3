// How a worker puts one task, takes those that guests have brought, and executes one: with its observer told, and its
// exception kept.
//
// Callers: tasks put through their worker; the loop (worker/engine/worker_loop.hpp) takes in and executes.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/observe/observer.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/engine/first_exception.hpp>
#include <jackdaw/worker/engine/terminating_pool.hpp>
#include <jackdaw/worker/external/inbox_rest.hpp>
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

  using task_lists = typename inbox_lanes<task_type>::lists;

  ~task_execution() = default;

  /// A task that workers of this loop have made, with its note if it has one.
  static auto& whole(task_type& item) noexcept {
    if constexpr (observe::annotating_observer<Observer>) {
      return static_cast<typename Worker::task_type&>(item);
    } else {
      return item;
    }
  }

  /// Worker `id`, which is busy, puts into the pool what is in the inbox of `from`, but for one task, which it returns.
  /// So one that comes alone is not shown to others on its way. Null: there was nothing.
  [[nodiscard]] task_type* take_in(unsigned id, unsigned from) {
    task_lists taken;
    const unsigned filled = external_tasks_.lanes_of(from).take_all(taken);
    if (filled == 0) return nullptr;
    task_type* first = taken[0];
    if (filled == 1 && first != nullptr && first->next == nullptr) {
      observe::created(observer_, id, whole(*first));
    } else {
      first = spread(id, taken);
    }
    for (unsigned i = 0; i < filled; ++i)
      this->leave();  // on behalf of the inboxes; this worker is still busy
    return first;
  }

  /// Worker `id`, which is busy, puts the tasks of lists into the pool: the newest of long lists, and below them the
  /// others as one (worker/external/inbox_rest.hpp). It returns the oldest of those that it has looked at.
  [[nodiscard, gnu::noinline]] task_type* spread(unsigned id, task_lists& left) {
    std::array<task_type*, looked_at> some;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::size_t count = 0;
    for (std::size_t before = looked_at; count != before && count + left.size() <= looked_at;) {
      before = count;
      for (task_type*& newest : left) {  // by turns: they are fetched from memory at the same time
        if (newest != nullptr) some[count++] = std::exchange(newest, static_cast<task_type*>(newest->next));
      }
    }
    if (left != task_lists{} && !keep_together(id, left)) {
      for (task_type* item : left) {
        while (item != nullptr) keep_one(id, *std::exchange(item, static_cast<task_type*>(item->next)));
      }
    }
    for (std::size_t i = 0; i + 1 < count; ++i) keep_one(id, *some[i]);
    observe::created(observer_, id, whole(*some[count - 1]));
    return some[count - 1];
  }

  void keep_one(unsigned id, task_type& item) {
    observe::created(observer_, id, whole(item));
    keep(id, item);
  }
  void keep(unsigned id, task_type& item) {
    try {
      this->put_and_wake(id, item);
    } catch (const std::bad_alloc&) { execute(id, item); }  // no memory to store it: at once, then
  }

  Worker* const crew_;
  [[no_unique_address]] Observer observer_;
  failure failure_;

 private:
  /// How many tasks of lists a worker puts one by one: they fit into any cache.
  static constexpr std::size_t looked_at = 64;

  /// Each task is put by itself where workers have no memory, and where an observer has to see all that is put.
  static constexpr bool has_rests =
      Pool::balances && std::same_as<Observer, observe::null_observer> && task_host<Worker>;

  /// Puts the tasks of lists as one. False: it cannot.
  [[nodiscard]] bool keep_together(unsigned id, const task_lists& left) {
    if constexpr (has_rests) {
      const auto spreads = [of = this](Worker& w, task_lists& of_rest) {
        of->keep(w.place(), *of->spread(w.place(), of_rest));
      };
      auto* const rest =
          inbox_rest<Worker, task_type, task_lists, std::remove_const_t<decltype(spreads)>>::create(
              crew_[id], left, spreads);
      if (rest == nullptr) return false;
      keep(id, *rest);
      return true;
    } else {
      return false;
    }
  }
};

}  // namespace jackdaw::working
