// task_group: tasks put one by one, and a wait for all of them.
//
// Who calls what: the task that makes the group spawns and waits; tasks of the group may spawn more.
// Invariants
//   I1  pending_ counts the tasks that were spawned and are not over; a task is over after its closure has
//   been destroyed and its memory given back.
//   I2  who ends a task touches nothing of the group after its subtraction, which may be the last (row
//   join-after-free): whom to wake is read before; what it wakes belongs to the scheduler.
//   I3  pending_ cannot rise from zero during wait(): only tasks of the group spawn then.
//   I4  while wait() takes tasks, the top of the own deque does not fall below floor_, where it was when the
//   group was made; the joins of the frames around know their branches by their places below it. For private
//   tasks leave at the top, one by one, or at the bottom: as long as a task of the group is private here, it
//   lies above floor_ and is popped before what lies below; once one of them has left at the bottom,
// everything below floor_ has left before it. A join inside, whose branch lies above floor_ and may
//   be taken here, looks whether its place still holds its branch (mutant join-alias).
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
#include <jackdaw/queue/split_deque.hpp>
#include <jackdaw/task/closure.hpp>
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
  explicit basic_task_group(Worker& w) noexcept : owner_(&w), floor_(w.own().deque.top()) {}

  /// For the worker as which the calling thread works; inside a task only.
  basic_task_group() : basic_task_group(here()) {}

  basic_task_group(const basic_task_group&) = delete;
  basic_task_group& operator=(const basic_task_group&) = delete;

  /// Waits. An exception that wait() would throw is dropped.
  ~basic_task_group() { wait_for_all(); }

  /// Puts a task, function(worker&) or function(), on the worker `w` that the calling task was handed. It
  /// runs once, before wait() returns, on any worker; not if another task of the group has thrown before.
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
  /// them; the group is empty and can be used again then.
  void wait() {
    wait_for_all();
    if (failing_.exchange(false, base::relaxed)) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  /// One task, in the memory of a worker.
  template <class Function>
  class member final : public task {
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
        : task(&execute_member), group_(&group), function_(std::forward<F>(function)) {}
    ~member() = default;

    // Also after another task of the run has failed: a frame waits for it.
    static void execute_member(task& base, void* executing, task_verb) {
      auto& self = static_cast<member&>(base);
      auto& w = *static_cast<Worker*>(executing);
      basic_task_group& group = *self.group_;
      if (!group.failing_.load(base::relaxed)) {
        try {
          static_cast<void>(jackdaw::call(self.function_, w));
        } catch (...) { group.fail(std::current_exception()); }
      }
      self.free(w);
      group.end_one(w);
    }

    basic_task_group* group_;
    Function function_;
  };

  [[nodiscard]] static Worker& here() {
    JACKDAW_ASSERT(working::current_worker<Worker> != nullptr, "a task group is used outside of a task");
    return *working::current_worker<Worker>;
  }

  void fail(std::exception_ptr what) noexcept {
    if (!failing_.exchange(true, base::relaxed)) failure_ = std::move(what);  // G1: before the subtraction
  }

  void end_one(Worker& w) {
    const unsigned waiter = owner_->id();                                    // I2: read before
    if (pending_.fetch_sub(1, base::acq_rel) == 1) w.engine().wake(waiter);  // G1 -> is_over
  }

  [[nodiscard]] bool is_over() const noexcept { return pending_.load(base::acquire) == 0; }  // G1

  void wait_for_all() {
    if (is_over()) return;
    JACKDAW_ASSERT(working::current_worker<Worker> == owner_, "a task group is waited for by another worker");
    auto& engine = owner_->engine();
    const auto outer_floor = std::exchange(owner_->own().floor, floor_);
    while (!is_over()) {
      if (task* const item = engine.pool().get(owner_->id())) {
        JACKDAW_ASSERT(owner_->own().deque.top() >= floor_,
                       "a task group took a task that belongs to a frame around it");
        engine.execute(owner_->id(), *item);
      } else {
        engine.wait(owner_->id(), [this] { return is_over(); });
      }
    }
    owner_->own().floor = outer_floor;
  }

  Worker* owner_;
  queue::split_deque::index floor_;
  base::atomic<std::uint64_t> pending_{0};
  base::atomic<bool> failing_{false};
  std::exception_ptr failure_;
};

/// The task group of the flagship's workers.
using task_group = basic_task_group<worker>;

}  // namespace jackdaw
