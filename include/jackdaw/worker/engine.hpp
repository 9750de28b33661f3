// Workers at work: threads, the loop, the beginning and the end of a working phase.
//
// Who calls what: any thread calls run(); it becomes worker 0 for the time of the run (the seat, one run at a
// time). Workers 1 … P-1 are threads of the engine; between runs they wait by the idle policy. Why run()
// returns, and only when all is done: worker/phase.hpp. Why no worker oversleeps: worker/idle.hpp.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/cpu_list.hpp>
#include <jackdaw/observe/noting.hpp>
#include <jackdaw/pool/pool.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/engagement.hpp>
#include <jackdaw/worker/failure.hpp>
#include <jackdaw/worker/home.hpp>
#include <jackdaw/worker/idle.hpp>
#include <jackdaw/worker/options.hpp>
#include <jackdaw/worker/phase.hpp>
#include <jackdaw/worker/worker_limit.hpp>

namespace jackdaw::working {

/// A pool, its threads and its idle policy; tasks are executed with a `Worker` as their context.
template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
class engine {
 public:
  using task_type = typename Pool::task_type;

  /// `crew[0] … crew[workers-1]` are the contexts, which outlive the engine. Throws std::system_error when
  /// the system has no more threads, std::bad_alloc; nothing is left behind.
  template <class... IdleArguments>
  engine(const staffing& staff, Worker* crew, IdleArguments&&... idle)
      : workers_(staff.workers),
        crew_(crew),
        pool_(workers_),
        idle_(workers_, std::forward<IdleArguments>(idle)...),
        alone_(workers_),
        observer_(workers_),
        attended_(std::make_unique<base::padded<unsigned>[]>(workers_)),
        limit_(staff, Pool::balances),
        pins_(staff.pins) {
    home_.threads.reserve(workers_ - 1);
    try {
      for (unsigned id = 1; id < workers_; ++id) home_.threads.emplace_back([this, id] { live(id); });
    } catch (...) {
      stop();
      throw;
    }
  }
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  ~engine() { stop(); }

  [[nodiscard]] unsigned workers() const noexcept { return workers_; }

  /// How many of them may work now.
  [[nodiscard]] unsigned allowed() const noexcept { return limit_.allowed(); }
  void allow(unsigned workers) {
    if constexpr (Pool::balances) limit_.set(workers > 1 ? workers : 1, [this] { idle_.wake_all(); });
  }

  [[nodiscard]] Observer& observer() noexcept { return observer_; }
  [[nodiscard]] graveyard& dead() noexcept { return dead_; }
  [[nodiscard]] failure& failed() noexcept { return failure_; }

  /// One working phase. `deal` creates the initial tasks and gives them to init(). Returns when no task is
  /// stored and none runs; throws what `deal` or the first failing task threw, after the tasks that were
  /// left have been dropped. Not from a task of this engine: engaged() tells. Throws std::logic_error in
  /// the child of a fork().
  template <class Deal>
  void run(Deal&& deal) {
    home_.require_here();  // before the lock, which may have been held during fork()
    const std::lock_guard turn(seat_);
    const home::seat here(home_);
    const worker_scope<Worker> as(crew_[0]);
    take_seat(0);
    [[maybe_unused]] const auto seen = observe::enter(observer_, 0);
    dealt_ = 0;
    try {
      std::forward<Deal>(deal)();
    } catch (...) { failure_.record(std::current_exception(), "(dealing the initial tasks)"); }
    begin();
    work(0);
    serve(0, [this] { return !phase_.is_open(); });
    for (task* waiting = dead_.empty(); waiting != nullptr;) {
      task* const next = waiting->next;
      waiting->execute(*waiting, &crew_[0], task_verb::drop);
      waiting = next;
    }
    failure_.rethrow();
  }

  /// Inside `deal`: one more initial task, for the next worker in turn.
  void init(task_type& item) {
    observe::created(observer_, 0, whole(item));
    pool_.init(static_cast<unsigned>(dealt_ % limit_.allowed()), item);
    ++dealt_;
  }

  /// From a task that runs on `id`.
  void put(unsigned id, task_type& item) {
    observe::created(observer_, id, whole(item));
    if constexpr (pool::asking_pool<Pool>) {
      if (pool_.put(id, item)) [[unlikely]]
        attend(id);
    } else if constexpr (Pool::balances && pool::telling_pool<Pool>) {
      tell_of_put(idle_, id, pool_.put(id, item));
    } else {
      pool_.put(id, item);
      if constexpr (Pool::balances) idle_.put(id);
      wake_for_revealed(id);
    }
  }

  /// Answers who asks worker `id` for work: makes some visible, and wakes somebody for it.
  [[gnu::noinline, gnu::cold]] void attend(unsigned id)
    requires pool::asking_pool<Pool>
  {
    if (!pool_.asked(id)) return;
    pool_.attend(id);
    idle_.put(id);
    if (!idle_.nobody_sleeps()) return;
    // Who sleeps has asked: it announces itself, passes a full fence and looks whether it is still asking;
    // here the question is struck out, then a full fence, then a look at the sleepers.
    pool_.answered(id);
    std::atomic_thread_fence(
        std::memory_order_seq_cst);  // F2: pairs with heavy() in sync/parking.hpp prepare
    if (!idle_.nobody_sleeps()) pool_.ask(id);
  }

  /// Executes a task that `id` has taken.
  void execute(unsigned id, task_type& item) {
    if constexpr (pool::asking_pool<Pool>) {
      if (pool_.asked(id)) [[unlikely]]
        attend(id);
    }
    [[maybe_unused]] const auto outer = observe::started(observer_, id, whole(item));
    item.execute(item, &crew_[id], failure_.raised() ? task_verb::drop : task_verb::run);
    observe::finished(observer_, id, outer);
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
      limit_.while_taking_none(phase_, [&] { alone_.park(id); });
    }
  }

  /// Something that worker `id` may wait for has happened.
  void wake(unsigned id) {
    idle_.wake(id);
    alone_.wake(id);
  }

  [[nodiscard]] Pool& pool() noexcept { return pool_; }

  /// Whether the calling thread is inside a run of this engine.
  [[nodiscard]] bool engaged() const noexcept { return home_.engages_caller(); }

 private:
  /// A task that this engine's workers have made, with its note if it has one.
  static auto& whole(task_type& item) noexcept {
    if constexpr (observe::noting_observer<Observer>) {
      return static_cast<typename Worker::task_type&>(item);
    } else {
      return item;
    }
  }

  /// Opens the phase with worker 0 busy. Where tasks cannot be stolen, every worker must come, and is busy
  /// from the start.
  void begin() {
    if constexpr (Pool::balances) {
      look();
      phase_.open(1);
      if constexpr (pool::asking_pool<Pool>) ask_for_sleepers();
      const std::size_t helpers = dealt_ < workers_ ? dealt_ : workers_;
      for (std::size_t i = 1; i < helpers; ++i) idle_.put(0);
    } else {
      phase_.open(workers_);
      *attended_[0] = phases_.load(base::relaxed) + 1;
      phases_.store(*attended_[0], base::release);  // G1: publishes the initial tasks -> summoned
      idle_.wake_all();
    }
  }

  /// Who fell asleep between two runs has asked nobody: a question on its behalf to everybody.
  void ask_for_sleepers() {
    std::atomic_thread_fence(
        std::memory_order_seq_cst);     // F2: the open phase, then sleepers; parking.hpp prepare
    if (idle_.nobody_sleeps()) return;  // who goes to sleep now sees the open phase first
    for (unsigned id = 0; id < workers_; ++id) pool_.ask(id);
  }

  void live(unsigned id) {
    if (!pins_.empty())
      base::bind_calling_thread(pins_[id % pins_.size()]);  // refused: then it runs anywhere
    limit_.join_in();
    const worker_scope<Worker> as(crew_[id]);
    take_seat(id);
    [[maybe_unused]] const auto seen = observe::enter(observer_, id);
    serve(id, [this] { return stopping_.load(base::acquire); });  // G2
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
      return phase_.is_open() && (!pool_.looks_empty(id) || !pool_.ask_all(id));
    } else if constexpr (Pool::balances) {
      return phase_.is_open() && !pool_.looks_empty(id);
    } else {
      return phases_.load(base::acquire) != *attended_[id];  // G1: pairs with begin
    }
  }

  /// Whether there may be work for this worker; it is then counted as busy.
  [[nodiscard]] bool summoned(unsigned id) {
    if (!in_sight(id)) return false;
    if constexpr (Pool::balances) {
      return phase_.enter();
    } else {
      *attended_[id] = phases_.load(base::relaxed);  // cannot change before this worker has left
      return true;
    }
  }

  /// Executes tasks until the pool has none for this worker, who is busy when it begins and not when it ends.
  void work(unsigned id) {
    observer_.worker_busy(id);
    while (!stands_aside(id)) {
      task_type* const item = pool_.get(id);
      if (item == nullptr) break;
      wake_for_revealed(id);
      execute(id, *item);
    }
    observer_.worker_idle(id);  // while the phase is open: who reads the observer after the run sees it
    if (!phase_.leave()) {
      if constexpr (Pool::balances) limit_.left(phase_);
    } else if (id != 0) {
      idle_.wake(0);
    }
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
    limit_.stand_aside(id, phase_, [this] { return look(); });
    return limit_.surplus(id) && pool_.retire(id);
  }

  /// What worker `id` has made visible without a put is as good as put.
  void wake_for_revealed([[maybe_unused]] unsigned id) {
    if constexpr (pool::revealing_pool<Pool>) {
      for (unsigned pieces = pool_.revealed(id); pieces > 0; --pieces) idle_.put(id);
    }
  }

  void stop() noexcept {
    if (!home_.is_here()) return;          // a child of fork() has no threads to stop
    stopping_.store(true, base::release);  // G2 -> live
    idle_.wake_all();
    limit_.wake_all();
    for (auto& thread : home_.threads) thread.join();
  }

  const unsigned workers_;
  Worker* const crew_;
  Pool pool_;
  Idle idle_;
  sync::parking alone_;  // who waits without taking work
  [[no_unique_address]] Observer observer_;
  phase phase_;
  failure failure_;
  graveyard dead_;
  base::atomic<bool> stopping_{false};
  base::atomic<unsigned> phases_{0};  // how many there were; only where the pool does not balance
  std::unique_ptr<base::padded<unsigned>[]> attended_;  // the last one that each worker attended
  std::mutex seat_;
  std::size_t dealt_ = 0;
  worker_limit limit_;
  const base::cpu_list pins_;
  home home_;
};

}  // namespace jackdaw::working
