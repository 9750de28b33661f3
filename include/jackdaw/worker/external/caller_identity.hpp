// The calling thread, as it puts tasks into a scheduler: as the worker that it is, or as a guest.
#pragma once

#include <cstddef>

#include <jackdaw/worker/external/external_callers.hpp>

namespace jackdaw::working {

/// How many numbers there are for actors in a scheduler: its workers with their `places`, then its guests.
[[nodiscard]] constexpr unsigned actors(unsigned places) noexcept {
  return places + external_callers::places;
}

/// A task that a thread executes, and the one of the same face below it on the stack of the thread.
struct task_on_stack {
  void* task = nullptr;
  task_on_stack* below = nullptr;
};

/// A worker or guest inside `Scheduler`, with a number below actors(places) that no other has at the same time.
template <class Scheduler>
class actor {
 public:
  using worker_type = typename Scheduler::worker_type;

  /// A worker, in a task that it executes.
  actor(Scheduler& of, worker_type& worker) noexcept
      : scheduler_(&of), worker_(&worker), id_(worker.place()) {}

  [[nodiscard]] unsigned id() const noexcept { return id_; }
  [[nodiscard]] bool is_worker() const noexcept { return worker_ != nullptr; }
  /// Null: a guest.
  [[nodiscard]] worker_type* worker() const noexcept { return worker_; }
  [[nodiscard]] Scheduler& scheduler() const noexcept { return *scheduler_; }

  /// For a face, while it executes a task.
  [[nodiscard]] task_on_stack& on_stack() noexcept { return on_stack_; }

  [[nodiscard]] void* allocate(std::size_t bytes) { return scheduler_->allocate(id_, bytes); }
  void deallocate(void* block, std::size_t bytes) { scheduler_->deallocate(id_, block, bytes); }

  /// A worker puts into its own queue; what a guest puts is dealt to the workers in turn.
  void put(typename Scheduler::task_type& item) {
    if (worker_ != nullptr) {
      worker_->submit(item);
    } else {
      put_as_guest(item);
    }
  }

  /// For worker `to` and no other.
  void put_pinned(unsigned to, typename Scheduler::task_type& item) {
    if (worker_ != nullptr) {
      worker_->submit_pinned(to, item);
    } else {
      scheduler_->put_pinned_from_outside(to, item);
    }
  }

 protected:
  explicit actor(Scheduler& of) noexcept
      : scheduler_(&of),
        worker_(of.worker_here()),
        id_(worker_ != nullptr ? worker_->place() : of.places() + of.guests().enter()) {}

 private:
  [[gnu::noinline]] void put_as_guest(typename Scheduler::task_type& item) {
    scheduler_->put_from_outside(id_ - scheduler_->places(), item);
  }

  Scheduler* scheduler_;
  worker_type* worker_;
  unsigned id_;
  task_on_stack on_stack_;
};

/// The calling thread, for as long as the object lives. Short: it runs no tasks and waits for no thread.
template <class Scheduler>
class caller_identity : public actor<Scheduler> {
 public:
  explicit caller_identity(Scheduler& of) noexcept : actor<Scheduler>(of) {}
  caller_identity(const caller_identity&) = delete;
  caller_identity& operator=(const caller_identity&) = delete;
  ~caller_identity() {
    if (!this->is_worker()) this->scheduler().guests().leave(this->id() - this->scheduler().places());
  }
};

}  // namespace jackdaw::working
