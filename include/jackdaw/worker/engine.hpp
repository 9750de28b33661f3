// Workers at work: threads, the loop, the beginning and the end of a working phase.
//
// Who calls what: any thread calls run(); it becomes worker 0 for the time of the run (the seat, one run at a
// time). Workers 1 … P-1 are threads of the engine; between runs they wait by the idle policy. Why run()
// returns, and only when all is done: worker/phase.hpp. Why no worker oversleeps: worker/idle.hpp.
#pragma once

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/observe/observer.hpp>
#include <jackdaw/pool/pool.hpp>
#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/engagement.hpp>
#include <jackdaw/worker/failure.hpp>
#include <jackdaw/worker/idle.hpp>
#include <jackdaw/worker/phase.hpp>

namespace jackdaw::working {

/// More workers than any machine has processors, few enough to make threads for.
inline constexpr unsigned most_workers = 4096;

/// Throws std::invalid_argument unless 1 <= workers <= most_workers.
inline unsigned checked_workers(unsigned workers) {
  if (workers < 1 || workers > most_workers) {
    throw std::invalid_argument(std::to_string(workers) + " workers asked for; expected 1 to " +
                                std::to_string(most_workers));
  }
  return workers;
}

/// A pool, its threads and its idle policy; tasks are executed with a `Worker` as their context.
template <pool::task_pool Pool, idle_policy Idle, observe::observer Observer, class Worker>
class engine {
 public:
  using task_type = typename Pool::task_type;

  /// `crew[0] … crew[workers-1]` are the contexts, which outlive the engine. Throws std::invalid_argument for
  /// a number of workers out of range, std::system_error when the system has no more threads, std::bad_alloc;
  /// nothing is left behind.
  template <class... IdleArguments>
  engine(unsigned workers, Worker* crew, IdleArguments&&... idle)
      : workers_(checked_workers(workers)),
        crew_(crew),
        pool_(workers),
        idle_(workers, std::forward<IdleArguments>(idle)...),
        observer_(workers),
        attended_(std::make_unique<base::padded<unsigned>[]>(workers)) {
    threads_.reserve(workers - 1);
    try {
      for (unsigned id = 1; id < workers; ++id) threads_.emplace_back([this, id] { live(id); });
    } catch (...) {
      stop();
      throw;
    }
  }
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  ~engine() { stop(); }

  [[nodiscard]] unsigned workers() const noexcept { return workers_; }
  [[nodiscard]] Observer& observer() noexcept { return observer_; }
  [[nodiscard]] graveyard& dead() noexcept { return dead_; }
  [[nodiscard]] failure& failed() noexcept { return failure_; }

  /// One working phase. `deal` creates the initial tasks and gives them to init(). Returns when no task is
  /// stored and none runs; throws what `deal` or the first failing task threw, after the tasks that were left
  /// have been dropped. Not from a task of this engine: engaged() tells.
  template <class Deal>
  void run(Deal&& deal) {
    const std::lock_guard seat(seat_);
    const engagement here(this);
    const worker_scope<Worker> as(crew_[0]);
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
    observer_.task_created(0, item);
    pool_.init(static_cast<unsigned>(dealt_ % workers_), item);
    ++dealt_;
  }

  /// From a task that runs on `id`.
  void put(unsigned id, task_type& item) {
    observer_.task_created(id, item);
    if constexpr (pool::asking_pool<Pool>) {
      if (pool_.put(id, item)) [[unlikely]]
        attend(id);
    } else {
      pool_.put(id, item);
      if constexpr (Pool::balances) idle_.put(id);
    }
  }

  /// Answers who asks worker `id` for work: makes some visible, and wakes somebody for it.
  [[gnu::noinline, gnu::cold]] void attend(unsigned id)
    requires pool::asking_pool<Pool>
  {
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
    observer_.task_started(id, item);
    item.execute(item, &crew_[id], failure_.raised() ? task_verb::drop : task_verb::run);
    observer_.task_finished(id);
  }

  /// For a worker that waits inside a task: until `over`, or there may be work. It stays busy, so the phase
  /// stays open.
  void wait(unsigned id, auto over) {
    idle_.wait(id, [&] { return over() || in_sight(id); });
  }

  /// Something that worker `id` may wait for has happened.
  void wake(unsigned id) { idle_.wake(id); }

  [[nodiscard]] Pool& pool() noexcept { return pool_; }

  /// Whether the calling thread is inside a run of this engine.
  [[nodiscard]] bool engaged() const noexcept { return engagement::within(this); }

 private:
  /// Opens the phase with worker 0 busy. Where tasks cannot be stolen, every worker must come, and is busy
  /// from the start.
  void begin() {
    if constexpr (Pool::balances) {
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
    const engagement here(this);
    const worker_scope<Worker> as(crew_[id]);
    serve(id, [this] { return stopping_.load(base::acquire); });  // G2
  }

  /// Waits for work and does it until `over`.
  void serve(unsigned id, auto over) {
    for (;;) {
      if (summoned(id)) {
        observer_.worker_busy(id);
        work(id);
        observer_.worker_idle(id);
      } else if (over()) {
        return;
      } else {
        idle_.wait(id, [&] { return over() || in_sight(id); });
      }
    }
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
    while (task_type* const item = pool_.get(id)) execute(id, *item);
    if (phase_.leave() && id != 0) idle_.wake(0);
  }

  void stop() noexcept {
    stopping_.store(true, base::release);  // G2 -> live
    idle_.wake_all();
    for (auto& thread : threads_) thread.join();
  }

  const unsigned workers_;
  Worker* const crew_;
  Pool pool_;
  Idle idle_;
  [[no_unique_address]] Observer observer_;
  phase phase_;
  failure failure_;
  graveyard dead_;
  base::atomic<bool> stopping_{false};
  base::atomic<unsigned> phases_{0};  // how many there were; only where the pool does not balance
  std::unique_ptr<base::padded<unsigned>[]> attended_;  // the last one that each worker attended
  std::mutex seat_;
  std::size_t dealt_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace jackdaw::working
