// Workers and their threads: an engine owns them, and begins and ends working phases.
//
// Callers: any thread calls run(); it becomes worker 0 for the time of the run (worker/external/first_seat.hpp:
// one run at a time). Workers 1 … P-1 are threads of the engine; between runs they wait by the idle policy. What they
// do all the time: worker/engine/worker_loop.hpp. Guests put tasks; from then on there is one thread more, which is
// worker 0 while no caller is (worker/engine/first_worker.hpp).
// Ordering: EN-G2 stop -> the loops of the threads: what was done before the end of the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <thread>
#include <type_traits>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/pinning.hpp>
#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/base/threads/thread_start.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/engine/blocked_wait.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/engine/first_worker.hpp>
#include <jackdaw/worker/engine/no_reserve_staff.hpp>
#include <jackdaw/worker/engine/reserve_staff.hpp>
#include <jackdaw/worker/engine/thread_owner.hpp>
#include <jackdaw/worker/engine/worker_loop.hpp>
#include <jackdaw/worker/external/stand_in_thread.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

namespace jackdaw::working {

/// A loop and the threads that serve in it. With places for reserve threads (worker/engine/reserve_staff.hpp) where
/// `staff` says so.
template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
class engine : public loop<Pool, Idle, Observer, Worker> {
 public:
  using work_loop = loop<Pool, Idle, Observer, Worker>;
  using task_type = typename Pool::task_type;
  using worker_type = Worker;

  /// `crew[0] … crew[staff.places()-1]` are the contexts, which outlive the engine. Throws std::system_error when
  /// the system has no more threads, std::bad_alloc; nothing is left behind.
  template <class... IdleArguments>
  engine(const staffing& staff, Worker* crew, IdleArguments&&... idle)
      : work_loop(staff, crew, std::forward<IdleArguments>(idle)...), pins_(staff.pins) {
    owner_.threads.reserve(workers_ - 1);
    try {
      for (unsigned id = 1; id < workers_; ++id)
        owner_.threads.push_back(base::start_thread([this, id] { live(id); }));
    } catch (...) {
      stop();
      throw;
    }
  }
  /// Only after ends() has returned true.
  ~engine();

  /// Before it is destroyed: whether its threads have ended. No: std::exit() was called while work is under way, and
  /// they go on (worker/engine/process_end.hpp).
  [[nodiscard]] bool ends() noexcept;

  [[nodiscard]] graveyard& dead() noexcept { return dead_; }

  /// One working phase. `deal` creates the initial tasks and gives them to init(). Returns when no task is
  /// stored and none runs. Throws what `deal` or the first failing task threw, after the tasks that were
  /// left have been dropped. Not from a task of this engine: engaged() tells. Throws std::logic_error in
  /// the child of a fork(). False: another caller is at work for so long that this one cannot wait for its turn
  /// (first_seat.hpp FS-Q3); nothing has been done.
  [[nodiscard]] bool run(base::function_ref<void()> deal);

  /// The calling thread works as worker 0 until `over`, or waits while another one does; for tasks that guests have
  /// put. A thread that makes `over` true calls wake(0) afterwards, or ends the phase. `over` takes no lock.
  void help(base::function_ref<bool()> over);

  /// As loop's, by a guest.
  void put_from_outside(unsigned place, task_type& item);
  void put_pinned_from_outside(unsigned to, task_type& item);

  /// The same inside a task that runs on worker `id`.
  void help_inside(unsigned id, auto over) {
    while (!over()) {
      if (task_type* const item = this->next(id, over)) {
        this->execute(id, *item);
      } else {
        wait(id, over);
      }
    }
  }

  /// The same without executing anything but what is pinned to the worker, for a task that must not have others on top
  /// of it: the thread sleeps, and another one works in its place. A thread that makes `over` true calls wake(id)
  /// afterwards. look() is called now and then, and may throw. Throws std::system_error where no other thread would be
  /// left to execute tasks (blocked_wait.hpp).
  void block_inside(unsigned id, base::function_ref<bool()> over, base::function_ref<void()> look);

  /// Whether nothing moves, as those that are busy are blocked in waits inside tasks. Old when it is returned.
  [[nodiscard]] bool all_block() const noexcept {
    const unsigned blocked = blocked_.count();
    return blocked != 0 && termination_.busy() == blocked;
  }

  /// As loop's; also on a reserve thread.
  void wait(unsigned id, base::function_ref<bool()> over) {
    id < workers_ ? work_loop::wait(id, over) : reserves_.wait(id, over);
  }
  void wait_alone(unsigned id, auto over) {
    id < workers_ ? work_loop::wait_alone(id, over) : reserves_.wait_alone(id, over);
  }

  /// Inside `deal`: one more initial task, for the next worker in turn.
  void init(task_type& item) {
    observe::created(observer_, 0, this->whole(item));
    pool_.init(static_cast<unsigned>(dealt_ % limit_.allowed()), item);
    ++dealt_;
  }

  /// The number that a task shows which is executed in `place`, behind those of the workers.
  [[nodiscard]] unsigned shown_number(unsigned place) noexcept { return reserves_.number(place); }

  /// How many reserve threads have ever been there; grows before each does anything.
  [[nodiscard]] const base::atomic<unsigned>& reserves_seen() const noexcept { return owner_.posts_taken(); }

  /// Whether the calling thread is inside a run of this engine.
  [[nodiscard]] bool engaged() const noexcept { return owner_.engages_caller(); }

  /// For a plugin: how the library that has made the engine notes which worker a thread works as.
  [[nodiscard]] const maker_notes<Worker>& notes() const noexcept { return notes_; }

 private:
  static constexpr bool has_reserves = reserve_places<Pool, Observer> != 0;
  using reserves = std::conditional_t<has_reserves, reserve_staff<engine>, no_reserve_staff<engine>>;
  friend reserves;
  friend first_worker<engine>;
  friend class blocked_wait<engine, Pool>;
  using work_loop::alone_;
  using work_loop::blocked_;
  using work_loop::crew_;
  using work_loop::environment_;
  using work_loop::external_tasks_;
  using work_loop::failure_;
  using work_loop::first_seat_;
  using work_loop::idle_;
  using work_loop::limit_;
  using work_loop::loans_;
  using work_loop::never;
  using work_loop::observer_;
  using work_loop::pool_;
  using work_loop::termination_;
  using work_loop::workers_;

  void live(unsigned id) {
    pin(id);
    limit_.join_in();
    const worker_scope<Worker> as(crew_[id], notes_);
    this->take_seat(id);
    reserves_.takes_place(id);
    [[maybe_unused]] const auto seen = observe::enter(observer_, id);
    this->serve(id, stops(), never);
  }

  /// The calling thread stays on the processor for worker `id`; refused: then it runs anywhere.
  void pin(unsigned id) {
    if (!pins_.empty()) base::bind_calling_thread(pins_[id % pins_.size()]);
  }

  /// Whether a caller gets the seat before its work is over. Engages reserve threads where nothing moves meanwhile.
  [[nodiscard]] bool awaits_seat(base::function_ref<bool()> over) {
    if constexpr (has_reserves) {
      typename reserves::lookout seen(reserves_);
      return first_seat_.take_unless(over, [&] { seen.look(); });
    } else {
      return first_seat_.take_unless(over);
    }
  }

  [[nodiscard]] auto stops() const noexcept {
    return [this] { return stopping_.load(base::acquire); };  // EN-G2
  }

  /// Whether no worker works here.
  [[nodiscard]] bool is_at_rest() noexcept {
    if (!first_seat_.take()) return false;
    const bool rest = termination::is_rest(termination_.state()) && !this->guests().has_any();
    first_worker_.leave();
    return rest;
  }
  /// The same after a moment, in which workers turn away from their last tasks.
  [[nodiscard]] bool comes_to_rest() noexcept {
    for (unsigned looks = 0; looks < looks_for_rest && !is_at_rest(); ++looks)
      base::sleep_nanoseconds(1000 * std::int64_t{looks});
    return is_at_rest();
  }
  static constexpr unsigned looks_for_rest = 200;  // 20 ms

  void stop() noexcept {
    if (!owner_.is_here()) return;  // a child of fork() has no threads to stop
    this->guests().await_departures();
    stopping_.store(true, base::release);  // EN-G2 -> live
    idle_.wake_all();
    limit_.wake_all();
    first_worker_.stand_in().stop();
    reserves_.stop();
    for (auto& thread : owner_.threads) {
      if (thread.joinable()) thread.join();
    }
    for (auto& thread : owner_.on_reserve) {
      if (thread.joinable()) thread.join();
    }
    if (owner_.stand_in_thread.joinable()) owner_.stand_in_thread.join();
  }

  graveyard dead_;
  base::atomic<bool> stopping_{false};
  std::size_t dealt_ = 0;
  const base::cpu_list pins_;
  const maker_notes<Worker> notes_;
  thread_owner owner_;
  first_worker<engine> first_worker_{*this};
  [[no_unique_address]] reserves reserves_{*this};
};

template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
engine<Pool, Idle, Observer, Worker>::~engine() {
  stop();
}

template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
bool engine<Pool, Idle, Observer, Worker>::ends() noexcept {
  if (owner_.is_here()) {
    if (engaged() || (!is_at_rest() && base::inside_exit() && !comes_to_rest())) return false;
    this->guests().flows.require_none();
  }
  stop();
  return true;
}

template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
bool engine<Pool, Idle, Observer, Worker>::run(base::function_ref<void()> deal) {
  owner_.require_here();  // before the seat, which may have been taken during fork()
  bool claimed = false;
  if (!first_seat_.take_soon([&] { return first_worker_.takes_turn(claimed); })) return false;
  const typename first_worker<engine>::occupation as_first(first_worker_);
  [[maybe_unused]] const auto seen = observe::enter(observer_, 0);
  const auto at_rest = [this] { return !termination_.is_open(); };
  // What guests have begun comes to its end first: the pool must stand still while it is filled.
  for (; !claimed; claimed = termination_.claim()) first_worker_.sit_until(at_rest, never);
  dealt_ = 0;
  try {
    deal();
  } catch (...) { failure_.record(std::current_exception(), "(dealing the initial tasks)"); }
  const run_environment::common as_caller(environment_);  // of all workers
  this->begin(dealt_);
  this->work(0, never);
  this->serve(0, at_rest, never);
  for (task* waiting = dead_.empty(); waiting != nullptr;) {
    task* const next = waiting->next;
    waiting->execute(*waiting, &crew_[0], task_verb::drop);
    waiting = next;
  }
  failure_.rethrow();
  return true;
}

template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
void engine<Pool, Idle, Observer, Worker>::help(base::function_ref<bool()> over) {
  owner_.require_here();
  if (over()) return;
  stand_in_thread& stand_in = first_worker_.stand_in();
  if (!first_seat_.take() && !awaits_seat(over)) return stand_in.left();
  const typename first_worker<engine>::occupation as_first(first_worker_);
  [[maybe_unused]] const auto seen = observe::enter(observer_, 0);
  const auto leaves = [&] { return first_seat_.is_recalled() && stand_in.is_made() && over(); };  // SI-V3
  first_worker_.sit_until(over, leaves);
}

template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
void engine<Pool, Idle, Observer, Worker>::block_inside(unsigned id, base::function_ref<bool()> over,
                                                        base::function_ref<void()> look) {
  if (!over()) blocked_wait<engine, Pool>(*this, id).until(over, look);
}

template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
void engine<Pool, Idle, Observer, Worker>::put_from_outside(unsigned place, task_type& item) {
  first_worker_.make_stand_in();
  work_loop::put_from_outside(place, item, [this] { return first_worker_.stand_in().opened(); });
}

template <pool::task_pool Pool, idle_policy Idle, observe::any_kind_of_observer Observer, class Worker>
void engine<Pool, Idle, Observer, Worker>::put_pinned_from_outside(unsigned to, task_type& item) {
  first_worker_.make_stand_in();
  if (this->deliver(to, item, sender::guest)) static_cast<void>(first_worker_.stand_in().opened());
}

}  // namespace jackdaw::working
