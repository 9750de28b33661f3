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
// Orderings: those of the locks; a task's contents reach its taker through the lock of a neighbour (LL-I2).
// Progress: blocking. A thief can be overtaken again and again, but each time by a thread that finishes.
#pragma once

#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/queue/queue.hpp>
#include <jackdaw/sync/lock.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::queue {

/// LIFO for push and take, FIFO for push and steal<end::opposite>. Allocates nothing.
/// Cost without contention: two atomic exchanges a push, three a removal. It saves waiting, but costs more than it
/// saves: so the paper found (section 8.1), and so did we. It is here for comparison, and for sections where an end
/// is held for long.
/// `Lock`: of the two ends, for which threads wait as a rule. The lock in a task is a spin lock of one byte always:
/// a task has no room for more.
template <sync::lock Lock>
class task_locked_list_with {
 public:
  using item_type = locked_task;

  task_locked_list_with() noexcept {
    working_.next = &opposite_;
    opposite_.previous = &working_;
  }
  task_locked_list_with(const task_locked_list_with&) = delete;
  task_locked_list_with& operator=(const task_locked_list_with&) = delete;

  was push(item_type& item) noexcept {
    const std::lock_guard at_end(working_lock_);
    item_type& neighbour = after(working_);
    member_lock next_lock = lock_of(neighbour);
    const std::lock_guard beside(next_lock);  // LL-I3: inwards from the working end
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
    const std::lock_guard at_end(working_lock_);
    item_type& item = after(working_);
    if (&item == &opposite_) return {};
    const std::lock_guard self(item.lock);
    item_type& neighbour = after(item);
    member_lock next_lock = lock_of(neighbour);
    const std::lock_guard beside(next_lock);
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
  /// The lock of a member of the chain: of an end, or the one in a task.
  struct member_lock {
    Lock* of_end;  // null: a task
    sync::spin_lock& of_task;

    void lock() { of_end != nullptr ? of_end->lock() : of_task.lock(); }
    [[nodiscard]] bool try_lock() { return of_end != nullptr ? of_end->try_lock() : of_task.try_lock(); }
    void unlock() { of_end != nullptr ? of_end->unlock() : of_task.unlock(); }
  };
  member_lock lock_of(item_type& member) noexcept {
    Lock* const of_end = &member == &working_    ? &working_lock_
                         : &member == &opposite_ ? &opposite_lock_
                                                 : nullptr;
    return {of_end, member.lock};
  }

  static item_type& after(const item_type& item) noexcept { return static_cast<item_type&>(*item.next); }
  static item_type& before(const item_type& item) noexcept { return static_cast<item_type&>(*item.previous); }

  taken<item_type> take_oldest() noexcept {
    if (looks_empty()) return {};
    const std::lock_guard at_end(opposite_lock_);
    item_type& item = before(opposite_);
    if (&item == &working_) return {};
    const std::unique_lock self(item.lock, std::try_to_lock);  // LL-I3
    if (!self) return {nullptr, outcome::lost};
    item_type& neighbour = before(item);
    member_lock next_lock = lock_of(neighbour);
    const std::unique_lock beside(next_lock, std::try_to_lock);  // LL-I3
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

  alignas(base::cache_line) item_type working_;  // its own lock is not used, nor that of opposite_
  Lock working_lock_;
  base::atomic<bool> empty_{true};
  alignas(base::cache_line) item_type opposite_;
  Lock opposite_lock_;
};

using task_locked_list = task_locked_list_with<sync::spin_lock>;

static_assert(stealable_queue<task_locked_list, end::working>);
static_assert(stealable_queue<task_locked_list, end::opposite>);

}  // namespace jackdaw::queue
