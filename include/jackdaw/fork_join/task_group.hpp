// task_group: tasks put one by one, and a wait for all of them.
//
// Who calls what: the task that makes the group spawns and waits; tasks of the group may spawn more.
// Invariants
//   I1  pending_ counts the tasks that were spawned and are not over; a task is over after its closure has
//       been destroyed and its memory given back.
//   I2  who ends a task touches nothing of the group after its subtraction, which may be the last (row
//       join-after-free): whom to wake is read before; what it wakes belongs to the scheduler.
//   I3  pending_ cannot rise from zero during wait(): only tasks of the group spawn then.
// Orderings: G1 end of a task -> wait: what the task wrote, and the failure.
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/failures.hpp>
#include <jackdaw/fork_join/waiting.hpp>
#include <jackdaw/observe/noting.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw {

/// Tasks whose end somebody waits for. A local variable of a task:
///     task_group group(w);
///     for (auto& room : rooms) group.spawn([&](worker& v) { clean(v, room); });
///     group.wait();
///
/// Not for two tasks (join), nor for a loop (parallel_for): these need no memory. While it waits, the worker
/// runs other tasks: do not hold a lock that such a task may want. Threads: made and destroyed in one scope
/// of a task; spawn() by this task, by branches of its joins, and by tasks of the group.
template <fork_join::forking_worker Worker>
class basic_task_group {
 public:
  explicit basic_task_group(Worker& w, on_failure policy = on_failure::skip_rest) noexcept
      : owner_(&w), failures_(policy) {
    if constexpr (observed) w.engine().observer().group_begun(w.id(), note_);
  }

  /// For the worker as which the calling thread works; inside a task only.
  explicit basic_task_group(on_failure policy = on_failure::skip_rest) : basic_task_group(here(), policy) {}

  basic_task_group(const basic_task_group&) = delete;
  basic_task_group& operator=(const basic_task_group&) = delete;

  /// Waits. An exception that wait() would throw is dropped.
  ~basic_task_group() { wait_for_all(); }

  /// Puts a task, function(worker&) or function(), on the worker `w` that the calling task was handed. It
  /// runs once, before wait() returns, on any worker; not if another task of the group has thrown before,
  /// unless failures are collected.
  /// Cost: memory of the worker for one block, a put, one atomic addition; two at the end. Throws
  /// std::bad_alloc and what copying `function` throws; nothing is spawned then.
  template <class F>
  void spawn(Worker& w, F&& function) {
    auto& item = member<std::decay_t<F>>::create(*this, w, std::forward<F>(function));
    pending_.fetch_add(1, base::relaxed);  // I3: the caller keeps it, or is who waits
    try {
      w.submit(item);
    } catch (...) {  // no memory to store it, so nobody else will end it
      item.free(w);
      pending_.fetch_sub(1, base::relaxed);  // not the last: the caller keeps the group
      throw;
    }
  }

  /// The same on the worker as which the calling thread works: one thread-local look-up more.
  template <class F>
  void spawn(F&& function) {
    spawn(here(), std::forward<F>(function));
  }

  /// Returns when all tasks of the group are over; runs tasks meanwhile. Throws the first exception of one of
  /// them, or task_failures with all of them; the group is empty and can be used again then.
  void wait() {
    wait_for_all();
    failures_.rethrow();
  }

 private:
  using observer_type = typename Worker::observer_type;
  static constexpr bool observed = observe::noting_observer<observer_type>;

  /// One task, in the memory of a worker.
  template <class Function>
  class member final : public Worker::task_type {
   public:
    template <class F>
    static member& create(basic_task_group& group, Worker& w, F&& function) {
      void* const place = detail::block_for<member>::allocate(w);
      try {
        return *new (place) member(group, std::forward<F>(function));
      } catch (...) {
        detail::block_for<member>::deallocate(w, place);
        throw;
      }
    }

    void free(Worker& w) noexcept {
      this->~member();
      detail::block_for<member>::deallocate(w, this);
    }

   private:
    template <class F>
    member(basic_task_group& group, F&& function)
        : Worker::task_type(&execute_member), group_(&group), function_(std::forward<F>(function)) {}
    ~member() = default;

    // Also after another task of the run has failed: a frame waits for it.
    static void execute_member(task& base, void* executing, task_verb verb) {
      if (verb == task_verb::describe) [[unlikely]] {
        *static_cast<task_kind*>(executing) = kind_of_task<Function>();
        return;
      }
      auto& self = static_cast<member&>(base);
      auto& w = *static_cast<Worker*>(executing);
      basic_task_group& group = *self.group_;
      if (!group.failures_.skips()) {
        try {
          static_cast<void>(jackdaw::call(self.function_, w));
        } catch (...) { group.failures_.record(std::current_exception()); }
      }
      self.free(w);
      if constexpr (observed) w.engine().observer().group_left(w.id(), group.note_);
      group.end_one(w);
    }

    basic_task_group* group_;
    Function function_;
  };

  [[nodiscard]] static Worker& here() {
    JACKDAW_ASSERT(working::current_worker<Worker> != nullptr, "a task group is used outside of a task");
    return *working::current_worker<Worker>;
  }

  void end_one(Worker& w) {
    const unsigned waiter = owner_->id();                                    // I2: read before
    if (pending_.fetch_sub(1, base::acq_rel) == 1) w.engine().wake(waiter);  // G1 -> is_over
  }

  [[nodiscard]] bool is_over() const noexcept { return pending_.load(base::acquire) == 0; }  // G1

  void wait_for_all() {
    if (!is_over()) help_until_over();
    if constexpr (observed) owner_->engine().observer().group_joined(owner_->id(), note_);
  }

  void help_until_over() {
    JACKDAW_ASSERT(working::current_worker<Worker> == owner_, "a task group is waited for by another worker");
    [[maybe_unused]] const observe::waiting<observer_type> seen(owner_->engine().observer(), owner_->id());
    while (!is_over()) {
      if (task* const item = fork_join::task_while_waiting(*owner_, std::nullopt)) {
        owner_->engine().execute(owner_->id(), *item);
      } else {
        fork_join::sleep_while_waiting(*owner_, [this] { return is_over(); });
      }
    }
  }

  Worker* owner_;
  base::atomic<std::uint64_t> pending_{0};
  fork_join::failure_record failures_;
  [[no_unique_address]] observe::group_note_for<observer_type> note_;
};

/// The task group of the flagship's workers.
using task_group = basic_task_group<worker>;

}  // namespace jackdaw
