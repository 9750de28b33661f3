// Where a worker gets tasks from threads that are no workers, and is called when there are tasks that only it
// may execute.
//
// Callers: any thread pushes and calls; any busy worker takes all; the worker itself answers a call
// (worker/external/pinned_tasks.hpp). So it finds out about both by one look. Word: bit 0, called; bit 1, a hint that
// another inbox may have tasks (worker/external/inbox_lanes.hpp); the rest, the newest task. Progress: lock-free.
// Invariants
//   IB-B1  an inbox that is not empty is counted as one busy worker in the phase (worker/termination/termination.hpp
//          TE-I2). The thread that makes it so has been admitted before; the thread that empties it, being busy
//          itself, takes that count over. A call alone counts for nothing.
//   IB-B2  a push that was admitted and then found the inbox filled by another has one count too many, which the
//          caller gives back.
// Orderings: IB-B3 push -> take_all: the task, and what the thread wrote before. IB-N4 call -> answer, was_called.
// ABA: a compared head that came back is the head again, and the link to it is right. Full: never.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::working {

/// Tasks from outside, newest first.
template <task_header Task>
class inbox {
 public:
  /// Stores a task. Calls admit() before the inbox ceases to be empty. True when that turned out to be
  /// superfluous (IB-B2).
  template <class Admit>
  [[nodiscard]] bool push(Task& item, Admit&& admit) {
    std::uintptr_t seen = word_.load(base::relaxed);
    Task* newest = nullptr;
    bool admitted = false;
    do {
      newest = newest_in(seen);
      if (newest == nullptr && !admitted) {
        admit();  // IB-B1
        admitted = true;
      }
      item.next = newest;
      JACKDAW_SLOW_PLACE("inbox: admitted, not stored");
    } while (!word_.compare_exchange_weak(seen, reinterpret_cast<std::uintptr_t>(&item) | (seen & flags),
                                          base::release, base::relaxed));  // IB-B3 -> take_all
    return admitted && newest != nullptr;
  }

  /// All tasks, newest first, linked by `next`; null when there are none. Takes a hint back.
  [[nodiscard]] Task* take_all() noexcept {
    bool was_hinted = false;
    return take_all(was_hinted);
  }
  /// The same, and whether there was a hint.
  [[nodiscard]] Task* take_all(bool& was_hinted) noexcept {
    const std::uintptr_t seen = word_.fetch_and(called, base::acquire);  // IB-B3, IL-L2: pairs with hint
    was_hinted = (seen & hinted) != 0;
    return newest_in(seen);
  }

  [[nodiscard]] bool looks_empty() const noexcept { return newest_in(word_.load(base::relaxed)) == nullptr; }

  /// There may be tasks in another inbox of the worker.
  void hint() noexcept { word_.fetch_or(hinted, base::release); }  // IL-L2 -> take_all

  /// Whether there is neither a task nor a hint; old when it is returned.
  [[nodiscard]] bool is_unhinted_and_empty() const noexcept {
    return (word_.load(base::relaxed) & ~called) == 0;
  }

  /// Calls the worker.
  void call() noexcept { word_.fetch_or(called, base::acq_rel); }  // IB-N4 -> answer; pairs with was_called

  /// By the worker: it is called no more. Before it looks what it was called for.
  void answer() noexcept { word_.fetch_and(~called, base::acquire); }  // IB-N4: pairs with call

  [[nodiscard]] bool is_called() const noexcept { return (word_.load(base::relaxed) & called) != 0; }

  /// The same for a thread that has changed something: when false, a thread that calls afterwards sees that change.
  [[nodiscard]] bool was_called() noexcept {
    return (word_.fetch_or(0, base::acq_rel) & called) != 0;  // IB-N4 -> call
  }

  /// As a rule another number after a push: for loops that look whether tasks come in.
  [[nodiscard]] std::uintptr_t mark() const noexcept { return word_.load(base::relaxed); }

  /// Whether there is neither a task nor a call nor a hint.
  [[nodiscard]] bool is_quiet() const noexcept { return word_.load(base::relaxed) == 0; }

 private:
  static constexpr std::uintptr_t called = 1;
  static constexpr std::uintptr_t hinted = 2;
  static constexpr std::uintptr_t flags = called | hinted;
  static_assert(alignof(Task) > flags);

  [[nodiscard]] static Task* newest_in(std::uintptr_t word) noexcept {
    return reinterpret_cast<Task*>(word & ~flags);  // NOLINT(performance-no-int-to-ptr): with flags
  }

  base::atomic<std::uintptr_t> word_{0};
};

}  // namespace jackdaw::working
