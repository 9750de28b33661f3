// What is scheduled: a function pointer and a link; the closure follows.
#pragma once

#include <concepts>
#include <cstdint>

#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw {

/// What is to be done with a task. Not for users.
enum class task_verb : std::uint8_t {
  run,      ///< call the closure, then give it back
  drop,     ///< give it back without calling it: the run has failed
  describe  ///< leave it as it is, and say what kind of task it is: instead of a worker comes a task_kind
};

/// The header of every task. Queues link tasks through it, so that storing one allocates nothing.
///
/// Not for users: they put closures. Size: two words. A queue that needs more in a task (a second link, a
/// lock) derives its own header from this one and names it `task_type`.
struct task {
  using entry_point = void (*)(task& self, void* executing_worker, task_verb verb);

  constexpr task() noexcept : execute(nullptr), next(nullptr) {}

  /// Leaves `next` to the queue that needs it: a join makes millions of tasks that no queue ever links.
  explicit task(entry_point f) noexcept : execute(f) {}  // NOLINT(cppcoreguidelines-pro-type-member-init)

  entry_point execute;  ///< runs or drops the closure, and frees the task either way; or describes it
  task* next;           ///< owned by the queue that holds the task
};

/// A header for queues that need both neighbours. Not for users.
struct double_linked_task : task {
  double_linked_task* previous = nullptr;  ///< owned by the queue that holds the task
};

/// A header for queues that lock single tasks instead of the whole queue (queue/locked/task_locked_list.hpp).
/// Not for users.
struct locked_task : double_linked_task {
  sync::spin_lock lock;  ///< guards both links; free whenever the task is in no queue
};

/// Some header that queues can hold. Not for users.
template <class T>
concept task_header = std::derived_from<T, task>;

}  // namespace jackdaw
