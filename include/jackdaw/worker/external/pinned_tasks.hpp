// The tasks that one worker executes and no other: its owner.
//
// Callers: any thread pushes, and then wakes the owner (worker/engine/terminating_pool.hpp, deliver). The
// owner, which is busy, fetches what is here and takes it one by one, the oldest first. What workers bring, the
// observer has seen as created by them; what guests bring, it sees when it is fetched: so these are two lists.
// Invariants
//   PT-N1  a list that is not empty is counted as one busy worker in the phase (inbox.hpp IB-B1, IB-B2): the phase
//          stays open until the owner has come.
//   PT-N2  what has been fetched belongs to the owner, which is busy, and called, until it has taken all. The last
//          thing that it looks for is a call, before it leaves or stands aside (worker/engine/worker_loop.hpp, next,
//          retired).
//   PT-N3  no task is forgotten: a thread that pushes calls afterwards; the owner answers before it empties the
//          lists. Both change one word: so either the owner is called again, or it has seen the push (PT-N4). A call
//          for nothing costs it one look.
//   PT-N5  the owner does not oversleep. It sleeps after it has announced itself and then seen no call, or no open
//          phase. A thread that pushes calls, then looks for the sleeper (AF-F1, base/asymmetric_fence.hpp). So only
//          a phase that was claimed when the list was counted can hide the call. The thread that opens that phase
//          learns from open() that something has been counted, and asks was_called() afterwards. Either it sees the
//          call, and wakes the owner. Or the thread that calls sees the phase open (PT-N4), and so does the owner,
//          which it wakes then. Where the pool does not balance, all are woken, and see the phase open, anyway.
// Orderings: PT-N4 call -> answer: the push; was_called -> call: the open phase. Progress: push is lock-free.
#pragma once

#include <cstdint>

#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/inbox.hpp>

namespace jackdaw::working {

/// What kind of thread brings a pinned task.
enum class sender : std::uint8_t { worker, guest };

template <task_header Task>
class pinned_tasks {
 public:
  /// The owner is called at its `door`, which outlives this.
  explicit pinned_tasks(inbox<Task>& door) noexcept : door_(&door) {}

  /// Stores a task and calls the owner. As inbox::push().
  template <class Admit>
  [[nodiscard]] bool push(Task& item, sender by, Admit&& admit) {
    const bool superfluous = (by == sender::worker ? from_workers_ : from_guests_).push(item, admit);
    door_->call();  // PT-N3
    return superfluous;
  }

  /// By the owner: gets hold of all tasks, unless some are left from the last time. Calls show(item) for each
  /// that guests have brought. How many lists were emptied: the owner is counted once more for each (PT-N1).
  template <class Show>
  [[nodiscard]] unsigned fetch(Show&& show) {
    if (fetched_ != nullptr || !door_->is_called()) return 0;
    door_->answer();  // PT-N3
    const unsigned emptied = empty(from_guests_, show) + empty(from_workers_, [](Task&) {});
    if (fetched_ != nullptr) door_->call();  // PT-N2
    return emptied;
  }

  /// By the owner: one of those that it has fetched; null: none is left.
  [[nodiscard]] Task* take() noexcept {
    Task* const item = fetched_;
    if (item != nullptr) fetched_ = static_cast<Task*>(item->next);
    return item;
  }
  [[nodiscard]] bool has_fetched() const noexcept { return fetched_ != nullptr; }

  /// How many lists are not empty; old when it is read.
  [[nodiscard]] unsigned filled() const noexcept {
    return (from_workers_.looks_empty() ? 0U : 1U) + (from_guests_.looks_empty() ? 0U : 1U);
  }

 private:
  template <class Show>
  unsigned empty(inbox<Task>& list, Show&& show) {
    Task* item = list.take_all();
    if (item == nullptr) return 0;
    while (item != nullptr) {  // the newest first, each before the one that came after it
      auto* const older = static_cast<Task*>(item->next);
      show(*item);
      item->next = fetched_;
      fetched_ = item;
      item = older;
    }
    return 1;
  }

  inbox<Task>* door_;
  inbox<Task> from_workers_;
  inbox<Task> from_guests_;
  Task* fetched_ = nullptr;
};

}  // namespace jackdaw::working
