// The scheduler whose parts are chosen at compile time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/memory/manager.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/worker/basic_worker.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/engine/engine.hpp>
#include <jackdaw/worker/engine/process_end.hpp>
#include <jackdaw/worker/engine/run_interface.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>
#include <jackdaw/worker/external/overflow_scheduler.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

namespace jackdaw {

/// A scheduler. `Pool` is where tasks are stored, `Memory` where they get their memory. `Idle` is what a worker does
/// without work, `Observer` what is seen of it.
///     scheduler sched;
///     const long leaves = sched.run([&](worker& w) { return count_leaves(w, root); });
///
/// Runs of several threads take turns as long as they are short. A run whose turn does not come within 10 ms goes to
/// a second scheduler of the same kind, which is made then and kept. So a run ends when its own tasks are over, also
/// where another run waits for what it computes. But the observer sees nothing of such a run. Its workers have
/// the same numbers as workers of the first scheduler that work at the same time. A thread that waits for a flow, a
/// handle or a group needs no turn.
///
/// Tasks that come from outside of the workers are executed whether or not a thread waits for them. workers()-1 threads
/// are there from the start. The first such task makes one more, which works as worker 0 while no caller does. A task
/// may run another scheduler; of its own scheduler it gets a run with one worker, the one that it runs on.
///
/// All workers may be inside tasks that wait for a thread which itself waits for a flow, a handle or a group here.
/// Where such a thread has seen nothing move for 50 ms, and all workers are blocked, a reserve thread executes tasks.
/// One more comes after each 50 ms, four in all; it takes a second where workers compute, or spin. They step back when
/// workers move again. They also work in the place of threads whose tasks wait for a handle of their own flow. A
/// scheduler has none where its observer counts workers only (observe::reserve_observer).
///
/// Threads: run() may be called from any thread; the caller works as worker 0. Cost: workers()-1 threads.
/// Errors: a task's first exception comes out of run(); the tasks that were left are dropped, and the scheduler can be
/// used again. The constructor throws std::invalid_argument (workers not 1 to 4096, a wrong JACKDAW_WORKERS,
/// JACKDAW_SURPLUS or JACKDAW_IDLE), std::system_error (no more threads). In the child of a fork() run() throws
/// std::logic_error; the child makes a scheduler of its own.
template <pool::task_pool Pool, working::idle_policy Idle, memory::manager Memory,
          observe::any_kind_of_observer Observer = observe::null_observer>
class basic_scheduler final : public working::run_face<basic_scheduler<Pool, Idle, Memory, Observer>> {
 public:
  // What it is made of.
  using pool_type = Pool;
  using memory_type = Memory;
  using observer_type = Observer;
  using task_type = observe::header_for<typename Pool::task_type, Observer>;
  using worker_type = basic_worker<basic_scheduler>;

  /// By default as many workers as the CPU budget of the process allows, read again while running.
  explicit basic_scheduler(const scheduler_options& options = {})
      : basic_scheduler(working::staffing(options)) {}

  /// `workers`: how many tasks can run at the same time, the caller of run() included. Where that is more than the CPU
  /// budget, some rest as long as they are not needed (scheduler_options::surplus).
  explicit basic_scheduler(unsigned workers) : basic_scheduler(working::staffing(workers)) {}

  /// Waits for its threads, which have no more work. Inside std::exit() they may have some; then it does not wait
  /// (worker/engine/process_end.hpp).
  ~basic_scheduler();
  basic_scheduler(const basic_scheduler&) = delete;
  basic_scheduler& operator=(const basic_scheduler&) = delete;

  // `new` as anywhere, since there is a `delete` of its own. None of these is inline: where only some
  // are, g++ 12 takes them for a pair that does not match.
  [[gnu::noinline]] static void* operator new(std::size_t bytes) {
    return working::new_memory<basic_scheduler>(bytes);
  }
  static void* operator new(std::size_t /*bytes*/, void* place) noexcept { return place; }
  [[gnu::noinline]] static void* operator new(std::size_t bytes, const std::nothrow_t& /*says*/) noexcept {
    return working::new_memory_or_null<basic_scheduler>(bytes);
  }
  [[gnu::noinline]] static void operator delete(void* unmade) noexcept {
    working::delete_memory<basic_scheduler>(unmade);
  }
  [[gnu::noinline]] static void operator delete(void* unmade, const std::nothrow_t& /*says*/) noexcept {
    working::delete_memory<basic_scheduler>(unmade);
  }
  /// `delete`: the memory of a scheduler that was abandoned is kept.
  [[gnu::noinline]] static void operator delete(basic_scheduler* self, std::destroying_delete_t) {
    if (!self->ends()) return;
    self->~basic_scheduler();
    working::delete_memory<basic_scheduler>(self);
  }

  /// How many tasks may run at the same time at most, but for those on reserve threads; ids are below it.
  [[nodiscard]] unsigned workers() const noexcept { return engine_->workers(); }

  /// Lets only the first `workers` of the workers work, from their next task boundary on; 0 counts as 1.
  /// That lasts until it is called again; the budget is not followed any more. Any thread, at any time. Without effect
  /// on pools that do not balance.
  void allow_workers(unsigned workers);

  /// How many may work now: what allow_workers() said last, or else what the CPU budget was when it was
  /// read last.
  [[nodiscard]] unsigned allowed_workers() const noexcept { return engine_->allowed(); }

  /// The observer, with what it has seen. Only while no run is under way.
  [[nodiscard]] Observer& observer() noexcept { return engine_->observer(); }

  /// The name of the task whose exception came out of run() last.
  [[nodiscard]] std::string_view failed_task() noexcept { return engine_->failed().task(); }

  // For the owner, not for users.
  [[nodiscard]] bool ends() noexcept { return engine_->ends(); }

  // For faces, not for users: worker/external/caller_identity.hpp, worker/engine/engine.hpp.
  [[nodiscard]] worker_type* worker_here() const noexcept {
    worker_type* const here = working::current_worker<worker_type>;
    return here != nullptr && here->works_for(*this) ? here : worker_elsewhere();
  }
  [[nodiscard]] unsigned places() const noexcept { return staff_.places(); }
  [[nodiscard]] auto& reserves_seen() const noexcept { return engine_->reserves_seen(); }
  [[nodiscard]] void* allocate(unsigned id, std::size_t bytes) { return memory_->allocate(id, bytes); }
  void deallocate(unsigned id, void* block, std::size_t bytes) { memory_->deallocate(id, block, bytes); }
  void put_from_outside(unsigned place, task_type& item) { engine_->put_from_outside(place, item); }
  void put_pinned_from_outside(unsigned to, task_type& item) { engine_->put_pinned_from_outside(to, item); }
  [[nodiscard]] working::external_callers& guests() noexcept { return engine_->guests(); }
  void help(base::function_ref<bool()> over) { engine_->help(over); }
  template <class Over>
  void help_inside(unsigned id, Over over) {
    engine_->help_inside(id, over);
  }
  void block_inside(unsigned id, base::function_ref<bool()> over, base::function_ref<void()> look) {
    engine_->block_inside(id, over, look);
  }
  [[nodiscard]] bool all_block() const noexcept { return engine_->all_block(); }
  void wake(unsigned id) { engine_->wake(id); }
  [[nodiscard]] std::uint64_t phase_state() const noexcept { return engine_->phase_state(); }

 private:
  friend worker_type;
  friend class working::run_face<basic_scheduler>;

  explicit basic_scheduler(const working::staffing& staff);

  std::vector<worker_type> make_crew();

  [[nodiscard]] static working::staffing with_reserves(working::staffing staff) {
    staff.reserves = working::reserve_places<Pool, Observer>;
    return staff;
  }

  // For run_face.
  [[nodiscard]] bool engaged() const noexcept { return engine_->engaged(); }
  [[nodiscard]] std::unique_ptr<basic_scheduler> nested() const;
  [[nodiscard]] basic_scheduler& beside() { return (this->*beside_)(); }
  [[nodiscard]] basic_scheduler& made_beside();

  [[nodiscard]] worker_type* worker_elsewhere() const noexcept {
    worker_type* const here = engine_->notes().current_elsewhere();
    return here != nullptr && here->works_for(*this) ? here : nullptr;
  }
  [[nodiscard]] worker_type& seat() noexcept { return crew_->front(); }
  void init(task_type& item) { engine_->init(item); }
  [[nodiscard]] bool run_dealt(base::function_ref<void()> deal) { return engine_->run(deal); }

  const working::staffing staff_;
  basic_scheduler& (basic_scheduler::* const beside_)() =
      &basic_scheduler::made_beside;  // worker/engine/current_worker.hpp
  working::unless_abandoned<Memory> memory_;
  working::unless_abandoned<std::vector<worker_type>> crew_;
  working::unless_abandoned<working::engine<Pool, Idle, Observer, worker_type>> engine_;
  working::unless_abandoned<working::overflow_scheduler<basic_scheduler>> second_;
};

template <pool::task_pool Pool, working::idle_policy Idle, memory::manager Memory,
          observe::any_kind_of_observer Observer>
basic_scheduler<Pool, Idle, Memory, Observer>::~basic_scheduler() {
  if (ends()) return;
  second_.abandon();
  engine_.abandon();
  crew_.abandon();
  memory_.abandon();
}

template <pool::task_pool Pool, working::idle_policy Idle, memory::manager Memory,
          observe::any_kind_of_observer Observer>
void basic_scheduler<Pool, Idle, Memory, Observer>::allow_workers(unsigned workers) {
  engine_->allow(workers);
  second_->allow_workers(workers);
}

template <pool::task_pool Pool, working::idle_policy Idle, memory::manager Memory,
          observe::any_kind_of_observer Observer>
basic_scheduler<Pool, Idle, Memory, Observer>::basic_scheduler(const working::staffing& staff)
    : staff_(with_reserves(staff)),
      memory_(working::actors(staff_.places())),
      crew_(make_crew()),
      engine_(staff_, crew_->data()) {
  if constexpr (requires { engine_->pool().at(0U); }) {
    for (unsigned id = 0; id < staff_.places(); ++id) (*crew_)[id].own_ = &engine_->pool().at(id);
  }
}

template <pool::task_pool Pool, working::idle_policy Idle, memory::manager Memory,
          observe::any_kind_of_observer Observer>
auto basic_scheduler<Pool, Idle, Memory, Observer>::make_crew() -> std::vector<worker_type> {
  std::vector<worker_type> crew;
  crew.reserve(staff_.places());
  for (unsigned id = 0; id < staff_.places(); ++id) crew.emplace_back(*this, id);
  return crew;
}

template <pool::task_pool Pool, working::idle_policy Idle, memory::manager Memory,
          observe::any_kind_of_observer Observer>
auto basic_scheduler<Pool, Idle, Memory, Observer>::nested() const -> std::unique_ptr<basic_scheduler> {
  return std::make_unique<basic_scheduler>(1U);
}

template <pool::task_pool Pool, working::idle_policy Idle, memory::manager Memory,
          observe::any_kind_of_observer Observer>
auto basic_scheduler<Pool, Idle, Memory, Observer>::made_beside() -> basic_scheduler& {
  return second_->get([this] { return std::unique_ptr<basic_scheduler>(new basic_scheduler(staff_)); });
}

}  // namespace jackdaw
