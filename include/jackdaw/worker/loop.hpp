// Workers in a working phase: how they look for tasks, execute them, wait, and leave.
//
// Who calls what: the engine (worker/engine.hpp) opens phases and lets its threads serve(); tasks call put,
// wait and wake through their worker. Why a phase ends, and only when all is done: worker/phase.hpp. Why no
// worker oversleeps: worker/idle.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/observe/noting.hpp>
#include <jackdaw/pool/pool.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/entrance.hpp>
#include <jackdaw/worker/failure.hpp>
#include <jackdaw/worker/idle.hpp>
#include <jackdaw/worker/options.hpp>
#include <jackdaw/worker/phase.hpp>
#include <jackdaw/worker/waking_pool.hpp>
#include <jackdaw/worker/worker_limit.hpp>

namespace jackdaw::working {

/// A pool, its idle policy, and what its workers do; tasks are executed with a `Worker` as their context.
template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
class loop : public waking_pool<Pool, Idle> {
 public:
  using store = waking_pool<Pool, Idle>;
  using task_type = typename Pool::task_type;

  /// `crew[0] … crew[workers-1]` are the contexts, which outlive the loop.
  template <class... IdleArguments>
  loop(const staffing& staff, Worker* crew, IdleArguments&&... idle)
      : store(staff.workers, std::forward<IdleArguments>(idle)...),
        crew_(crew),
        alone_(workers_),
        observer_(workers_),
        entrance_(workers_),
        attended_(std::make_unique<base::padded<unsigned>[]>(workers_)),
        limit_(staff, Pool::balances) {}

  /// How many of them may work now.
  [[nodiscard]] unsigned allowed() const noexcept { return limit_.allowed(); }
  void allow(unsigned workers) {
    if constexpr (Pool::balances) limit_.set(workers > 1 ? workers : 1, [this] { idle_.wake_all(); });
  }

  [[nodiscard]] Observer& observer() noexcept { return observer_; }
  [[nodiscard]] failure& failed() noexcept { return failure_; }

  /// From a task that runs on `id`.
  void put(unsigned id, task_type& item) {
    observe::created(observer_, id, whole(item));
    this->put_and_wake(id, item);
  }

  /// From the guest at `place`, who is no worker: to the workers in turn. Opens a phase when none is under way.
  void put_from_outside(unsigned place, task_type& item) {
    const unsigned to = entrance_.next_worker(place, limit_.allowed());
    if (entrance_.of(to).push(item, [this] { admit(); })) leave();
    limit_.inbox_filled();
    idle_.put(to != 0 ? to - 1 : workers_ - 1);  // the search for a sleeper begins with the next one
    sync::notify();
  }
  [[nodiscard]] guest_book& guests() noexcept { return entrance_.guests(); }
  [[nodiscard]] std::uint64_t phase_state() const noexcept { return phase_.state(); }

  /// Executes a task that `id` has taken.
  void execute(unsigned id, task_type& item) {
    if constexpr (pool::asking_pool<Pool>) {
      if (pool_.asked(id)) [[unlikely]]
        this->attend(id);
    }
    [[maybe_unused]] const auto outer = observe::started(observer_, id, whole(item));
    item.execute(item, &crew_[id], failure_.raised() ? task_verb::drop : task_verb::run);
    observe::finished(observer_, id, outer);
  }

  /// A task for worker `id`, who is busy; null: nothing found now.
  [[nodiscard]] task_type* next(unsigned id) {
    if (!entrance_.of(id).looks_empty()) [[unlikely]]
      take_in(id, id);
    for (;;) {
      if (task_type* const item = pool_.get(id)) {
        this->wake_for_revealed(id);
        return item;
      }
      if (entrance_.looks_empty()) return nullptr;
      for (unsigned from = 0; from < workers_; ++from) take_in(id, from);
    }
  }

  /// For a worker that waits inside a task: until `over`, or there may be work. It stays busy, so the phase
  /// stays open.
  void wait(unsigned id, auto over) {
    idle_.wait(id, [&] { return over() || in_sight(id); });
  }

  /// The same without looking for work, and without taking any.
  void wait_alone(unsigned id, auto over) {
    alone_.prepare(id);
    if (over()) {
      alone_.cancel(id);
    } else {
      limit_.while_taking_none(takers(), [&] { alone_.park(id); });
    }
  }

  /// Something that worker `id` may wait for has happened.
  void wake(unsigned id) {
    idle_.wake(id);
    alone_.wake(id);
  }

 protected:
  using store::idle_;
  using store::pool_;
  using store::workers_;

  ~loop() = default;

  /// A task that workers of this loop have made, with its note if it has one.
  static auto& whole(task_type& item) noexcept {
    if constexpr (observe::noting_observer<Observer>) {
      return static_cast<typename Worker::task_type&>(item);
    } else {
      return item;
    }
  }

  /// Opens the phase with worker 0 busy. Where tasks cannot be stolen, every worker must come, and is busy
  /// from the start.
  void begin(std::size_t dealt) {
    if constexpr (Pool::balances) {
      look();
      phase_.open(1);
      this->ask_for_sleepers();
      const std::size_t helpers = dealt < workers_ ? dealt : workers_;
      for (std::size_t i = 1; i < helpers; ++i) idle_.put(0);
    } else {
      phase_.open(workers_);
      *attended_[0] = phases_.load(base::relaxed) + 1;
      summon_all();
    }
  }

  /// Where every worker must come, to each phase that has been opened with all of them counted as busy.
  void summon_all() {
    phases_.fetch_add(1, base::release);  // G1: publishes the initial tasks -> summoned
    idle_.wake_all();
  }

  /// The calling thread works as worker `id` from now on.
  void take_seat(unsigned id) {
    if constexpr (requires { pool_.seat(id); }) pool_.seat(id);
  }

  /// Waits for work and does it until `over`.
  void serve(unsigned id, auto over) {
    for (;;) {
      look();
      if (limit_.surplus(id) && !over()) [[unlikely]] {
        idle_.put(id);  // if a wake-up for a task brought it here, another one is due
        limit_.rest(id, [&] { return over() || !limit_.surplus(id); }, [this] { return look(); });
      } else if (summoned(id)) {
        work(id);
      } else if (over()) {
        return;
      } else {
        idle_.wait(id, [&] { return over() || limit_.surplus(id) || in_sight(id); });
      }
    }
  }

  /// Reads the CPU budget if that is due. Whether a run is under way.
  bool look() {
    limit_.look([this] { idle_.wake_all(); });
    return phase_.is_open();
  }

  [[nodiscard]] bool in_sight(unsigned id) {
    if constexpr (pool::asking_pool<Pool>) {
      return phase_.is_open() && (!pool_.looks_empty(id) || !entrance_.looks_empty() || !pool_.ask_all(id));
    } else if constexpr (Pool::balances) {
      return phase_.is_open() && (!pool_.looks_empty(id) || !entrance_.looks_empty());
    } else {
      return phases_.load(base::acquire) != *attended_[id] ||  // G1: pairs with summon_all
             (phase_.is_open() && !entrance_.looks_empty());
    }
  }

  /// Whether there may be work for this worker; it is then counted as busy.
  [[nodiscard]] bool summoned(unsigned id) {
    if (!in_sight(id)) return false;
    if constexpr (!Pool::balances) {
      const unsigned now = phases_.load(base::acquire);  // G1; cannot change before this worker has left
      if (std::exchange(*attended_[id], now) != now) return true;
    }
    return phase_.enter();
  }

  /// Executes tasks until the pool has none for this worker, who is busy when it begins and not when it ends.
  void work(unsigned id) {
    observer_.worker_busy(id);
    while (!stands_aside(id)) {
      task_type* const item = next(id);
      if (item == nullptr) break;
      execute(id, *item);
    }
    observer_.worker_idle(id);  // while the phase is open: who reads the observer after the run sees it
    leave();
  }

  /// One who is counted as busy is so no more.
  void leave() {
    if (!phase_.leave()) {
      if constexpr (Pool::balances) limit_.left(takers());
    } else {
      idle_.wake(0);
      sync::notify();
    }
  }

  /// Counts those busy now who may take tasks: not the inboxes that are counted as busy.
  [[nodiscard]] auto takers() const noexcept {
    return [this] {
      const unsigned busy = phase_.busy();
      const unsigned filled = entrance_.filled();
      return busy > filled ? busy - filled : 0;
    };
  }

  /// A guest is going to fill an empty inbox.
  void admit() {
    if (!phase_.admit(Pool::balances ? 0 : workers_)) return;
    if constexpr (Pool::balances) {
      this->ask_for_sleepers();
    } else {
      summon_all();
    }
  }

  /// Worker `id`, who is busy, puts into the pool what lies in the inbox of `from`.
  void take_in(unsigned id, unsigned from) {
    task_type* item = entrance_.of(from).take_all();
    if (item == nullptr) return;
    while (item != nullptr) {
      auto* const older = static_cast<task_type*>(item->next);
      try {
        put(id, *item);
      } catch (const std::bad_alloc&) { execute(id, *item); }  // no memory to store it: at once, then
      item = older;
    }
    leave();  // on behalf of the inbox; this worker is still busy
  }

  /// At a task boundary: whether this worker is surplus, and may leave as one without work. It rests first
  /// while others have to take its tasks. When nobody does, it takes the next one itself.
  [[nodiscard]] bool stands_aside(unsigned id) {
    if constexpr (Pool::balances) {
      if (limit_.turn_to_look(id)) [[unlikely]]
        look();
    }
    if constexpr (pool::retiring_pool<Pool>) {
      if (limit_.surplus(id)) [[unlikely]]
        return retired(id);
    }
    return false;
  }

  [[gnu::noinline, gnu::cold]] bool retired(unsigned id) {
    if (pool_.retire(id)) return true;
    idle_.put(id);  // for the tasks that have become visible
    limit_.stand_aside(id, takers(), [this] { return look(); });
    return limit_.surplus(id) && pool_.retire(id);
  }

  Worker* const crew_;
  sync::parking alone_;  // who waits without taking work
  [[no_unique_address]] Observer observer_;
  phase phase_;
  entrance<task_type> entrance_;
  failure failure_;
  base::atomic<unsigned> phases_{0};  // how many there were; only where the pool does not balance
  std::unique_ptr<base::padded<unsigned>[]> attended_;  // the last one that each worker attended
  worker_limit limit_;
};

}  // namespace jackdaw::working
