// Where a worker gets tasks from threads that are no workers.
//
// Who calls what: any thread pushes; any busy worker takes all. Progress: lock-free; taking is wait-free.
// Invariants
//   B1  an inbox that is not empty is counted as one busy worker in the phase (worker/phase.hpp I2): who makes
//       it so has been admitted before; who empties it, being busy itself, takes that count over.
//   B2  a push that was admitted and then found the inbox filled by another has one count too many, which the
//       caller gives back.
// Orderings: B3 push -> take_all: the task, and what the thread wrote before.
// ABA: a compared head that came back is the head again, and the link to it is right. Full: never.
#pragma once

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::working {

/// Tasks from outside, newest first.
template <task_header Task>
class inbox {
 public:
  /// Stores a task. Calls admit() before the inbox ceases to be empty. True when that turned out to be
  /// superfluous (B2).
  template <class Admit>
  [[nodiscard]] bool push(Task& item, Admit&& admit) {
    Task* newest = newest_.load(base::relaxed);
    bool admitted = false;
    do {
      if (newest == nullptr && !admitted) {
        admit();  // B1
        admitted = true;
      }
      item.next = newest;
    } while (!newest_.compare_exchange_weak(newest, &item, base::release, base::relaxed));  // B3 -> take_all
    return admitted && newest != nullptr;
  }

  /// All tasks, newest first, linked by `next`; null when there are none.
  [[nodiscard]] Task* take_all() noexcept { return newest_.exchange(nullptr, base::acquire); }  // B3

  [[nodiscard]] bool looks_empty() const noexcept { return newest_.load(base::relaxed) == nullptr; }

 private:
  base::atomic<Task*> newest_{nullptr};
};

}  // namespace jackdaw::working
