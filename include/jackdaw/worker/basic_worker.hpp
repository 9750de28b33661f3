// The worker that a task of a basic_scheduler is handed.
#pragma once

#include <cstddef>
#include <exception>
#include <string_view>
#include <utility>

#include <jackdaw/memory/own_memory.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/worker/worker.hpp>

namespace jackdaw {

/// The worker of a basic_scheduler: what a task uses to put other tasks. Tasks take it as `auto& worker`; those of
/// the default scheduler may take `worker&`.
///     sched.run([](worker& w) {
///       w.put([](worker& v) { std::printf("worker %u of %u", v.id(), v.workers()); });
///     });
///
/// Threads: only inside the task that was handed the worker, and only its thread.
template <class Scheduler>
class basic_worker : public working::pool_face<basic_worker<Scheduler>, typename Scheduler::task_type> {
 public:
  /// The header of its tasks. Not for users.
  using task_type = typename Scheduler::task_type;
  /// The observer of its tasks. Not for users.
  using observer_type = typename Scheduler::observer_type;

  /// Made by the scheduler, not for users.
  basic_worker(Scheduler& scheduler, unsigned place)
      : scheduler_(&scheduler),
        memory_(*scheduler.memory_, place),
        place_(place),
        is_reserve_(place >= scheduler.staff_.workers) {}

  /// What the pool keeps for this worker alone, where it has such a thing: fork_join works on it directly. Not for
  /// users.
  [[nodiscard]] auto& own() noexcept { return *own_; }

  /// 0 to workers()-1; two tasks of one run that run at the same time have different ones. Runs of several threads, and
  /// a run inside a task, may use the same numbers: give each run an array of its own. A task on a reserve thread waits
  /// here until a worker would begin it (basic_scheduler).
  [[nodiscard]] unsigned id() const noexcept {
    if (is_reserve_) [[unlikely]]
      return scheduler_->engine_->shown_number(place_);
    return place_;
  }
  [[nodiscard]] unsigned workers() const noexcept { return scheduler_->workers(); }

  // For tasks and their memory, not for users. Workers and reserve threads have different places.
  [[nodiscard]] unsigned place() const noexcept { return place_; }
  [[nodiscard]] void* allocate(std::size_t bytes) { return memory_.allocate(bytes); }
  void deallocate(void* block, std::size_t bytes) { memory_.deallocate(block, bytes); }
  void submit(task_type& item) {
    if constexpr (pool::pool_by_worker<typename Scheduler::pool_type>) {
      scheduler_->engine_->put(place_, item, *own_);
    } else {
      scheduler_->engine_->put(place_, item);
    }
  }
  void submit_pinned(unsigned to, task_type& item) { scheduler_->engine_->put_pinned(place_, to, item); }
  void failed(std::exception_ptr what, std::string_view task) {
    scheduler_->engine_->failed().record(std::move(what), task);
  }
  [[nodiscard]] graveyard& dead() noexcept { return scheduler_->engine_->dead(); }
  void note_held([[maybe_unused]] task_type& item) noexcept {
    if constexpr (observe::annotating_observer<observer_type>)
      engine().observer().task_held(place_, item, item.note);
  }
  void note_arrival([[maybe_unused]] task& waiting) noexcept {
    if constexpr (observe::annotating_observer<observer_type>)
      engine().observer().task_arrived(place_, static_cast<task_type&>(waiting).note);
  }
  [[nodiscard]] observer_type* data_observer() noexcept
    requires observe::data_observer<observer_type>
  {
    return &engine().observer();
  }

  [[nodiscard]] auto& engine() noexcept { return *scheduler_->engine_; }
  /// A task may take its worker by value: of which one this is a copy.
  [[nodiscard]] basic_worker& original() noexcept { return (*scheduler_->crew_)[place_]; }
  [[nodiscard]] bool works_for(const Scheduler& scheduler) const noexcept { return scheduler_ == &scheduler; }

 private:
  friend Scheduler;

  struct nothing {};
  template <class Pool>
  static auto own_of(Pool* pool) {
    if constexpr (requires { pool->at(0U); }) {
      return &pool->at(0U);
    } else {
      return static_cast<nothing*>(nullptr);
    }
  }

  Scheduler* scheduler_;
  decltype(own_of(static_cast<typename Scheduler::pool_type*>(nullptr))) own_ = nullptr;
  memory::own_memory<typename Scheduler::memory_type> memory_;
  unsigned place_;
  bool is_reserve_;
};

}  // namespace jackdaw
