// The double-linked list that locks single tasks: its two ends can be worked at in parallel.
//
// Source: KR02 sections 4.2 and 6.3 (sq3, dq6): two locks for an insertion, three for a removal. The paper
// does not say in which order they are taken, nor how two removals that meet in a short list avoid to wait
// for each other; that is ours (LL-I3).
// Callers: any thread calls push, take and steal; in a stealing pool push and take are the owner's.
// States: a chain working_ … opposite_, of which the first and the last are no tasks but stay for ever.
// Invariants
//   LL-I1  the links of a member of the chain, `next` towards opposite_ and `previous` towards working_, are read and
//          written only by the thread that holds its lock. A new task is linked by a thread that holds both its
//          neighbours.
//   LL-I2  a thread that takes a lock holds the lock of a neighbour, or takes that of an end. A removal holds the
//          task and both its neighbours, so no thread waits for the lock of a task that has been taken: it may be
//          freed.
//   LL-I3  no deadlock: from the working end inwards locks are waited for, from the opposite end inwards only tried.
//          A thread that fails there releases what it holds and reports `lost`.
//   LL-I4  empty_ changes only under the lock of working_, together with working_.next. True means: at that time
//          everything pushed before had been taken.
// Orderings: LL-L1 of the spin locks; a task's contents reach its taker through the lock of a neighbour (LL-I2).
// Progress: blocking. A thief can be overtaken again and again, but each time by a thread that finishes.
#pragma once

#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// LIFO for push and take, FIFO for push and steal<end::opposite>. Allocates nothing.
/// Cost without contention: two atomic exchanges a push, three a removal. It saves waiting, but costs more than it
/// saves: so the paper found (section 8.1), and so did we. It is here for comparison, and for sections where an end
/// is held for long.
class task_locked_list {
 public:
  using item_type = locked_task;

  task_locked_list() noexcept {
    working_.next = &opposite_;
    opposite_.previous = &working_;
  }
  task_locked_list(const task_locked_list&) = delete;
  task_locked_list& operator=(const task_locked_list&) = delete;

  was push(item_type& item) noexcept {
    const std::lock_guard at_end(working_.lock);
    item_type& neighbour = after(working_);
    const std::lock_guard beside(neighbour.lock);  // LL-I3: inwards from the working end
    item.next = &neighbour;
    item.previous = &working_;
    neighbour.previous = &item;
    working_.next = &item;
    if (&neighbour != &opposite_) return was::filled;
    empty_.store(false, base::relaxed);  // LL-I4
    return was::empty;
  }

  /// The task pushed last.
  [[nodiscard]] taken<item_type> take() noexcept {
    if (looks_empty()) return {};
    const std::lock_guard at_end(working_.lock);
    item_type& item = after(working_);
    if (&item == &opposite_) return {};
    const std::lock_guard self(item.lock);
    item_type& neighbour = after(item);
    const std::lock_guard beside(neighbour.lock);
    unlink(working_, item, neighbour);
    return taken<item_type>::of(&item);
  }

  /// The task pushed last, or first. `lost` when another worker holds a task that is in the way.
  template <end End>
  [[nodiscard]] taken<item_type> steal() noexcept {
    if constexpr (End == end::working) {
      return take();
    } else {
      return take_oldest();
    }
  }

  [[nodiscard]] bool looks_empty() const noexcept { return empty_.load(base::relaxed); }  // LL-I4

 private:
  static item_type& after(const item_type& item) noexcept { return static_cast<item_type&>(*item.next); }
  static item_type& before(const item_type& item) noexcept { return static_cast<item_type&>(*item.previous); }

  taken<item_type> take_oldest() noexcept {
    if (looks_empty()) return {};
    const std::lock_guard at_end(opposite_.lock);
    item_type& item = before(opposite_);
    if (&item == &working_) return {};
    const std::unique_lock self(item.lock, std::try_to_lock);  // LL-I3
    if (!self) return {nullptr, outcome::lost};
    item_type& neighbour = before(item);
    const std::unique_lock beside(neighbour.lock, std::try_to_lock);  // LL-I3
    if (!beside) return {nullptr, outcome::lost};
    unlink(neighbour, item, opposite_);
    return taken<item_type>::of(&item);
  }

  /// With the locks of all three.
  void unlink(item_type& left, const item_type& item, item_type& right) noexcept {
    left.next = item.next;
    right.previous = item.previous;
    if (&left == &working_ && &right == &opposite_)
      empty_.store(true, base::relaxed);  // LL-I4: working_ is left
  }

  alignas(base::cache_line) item_type working_;
  base::atomic<bool> empty_{true};
  alignas(base::cache_line) item_type opposite_;
};

static_assert(stealable_queue<task_locked_list, end::working>);
static_assert(stealable_queue<task_locked_list, end::opposite>);

}  // namespace jackdaw::queue
