// The two-lock queue: one lock for threads that put, one for threads that take.
//
// Source: Michael and Scott, "Simple, fast, and practical non-blocking and blocking concurrent queue
// algorithms" (PODC 1996), used by KR02 for sq4 (section 6.3). Deviation: there, the item of which the content
// was taken stays behind as the dummy at the front. Ours is the task itself, which its taker runs and frees;
// so the queue has one dummy of its own, which goes behind the last task when that is taken. Such a take holds
// both locks; every other push and take holds one.
// Callers: any thread calls anything.
// Invariants
//   TQ-I1  first_ … last_ is a chain through `next`; it contains the dummy at most once and is never without an
//          item. What stands before the dummy, and behind it, are the tasks, oldest first.
//   TQ-I2  first_ changes under first_lock_ only, last_ and the `next` of what it points to under last_lock_
//          only.
//   TQ-I3  a thread that holds first_lock_ and sees that last_ is not `item`, which is in the chain, may read
//          item.next.
//   TQ-I4  last_ is the dummy only when the chain is empty, or its last task is just being taken (with both
//          locks).
// Orderings: TQ-Q1, last_: a thread that links an item writes the `next` before it, then last_; by the lock this
// holds for all earlier items, too. ABA: by TQ-I3 no address comes back into last_ meanwhile, since the value
// read is not older than the link of `item`, and `item` itself cannot be put again before it is taken.
// Progress: blocking; a push and a take do not wait for each other unless one task is left.
#pragma once

#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/queue/queue.hpp>
#include <jackdaw/sync/lock.hpp>

namespace jackdaw::queue {

/// FIFO. Allocates nothing. Cost: a lock a push, a lock a take, two when it takes the last task.
template <sync::lock Lock>
class two_lock_queue {
 public:
  using item_type = task;
  static constexpr order taken_in = order::fifo;

  two_lock_queue() noexcept = default;
  two_lock_queue(const two_lock_queue&) = delete;
  two_lock_queue& operator=(const two_lock_queue&) = delete;

  was push(task& item) {
    const std::lock_guard hold(last_lock_);
    return link(item);
  }

  /// The task pushed first.
  [[nodiscard]] taken<task> take() {
    if (looks_empty()) return {};
    const std::lock_guard hold(first_lock_);
    task* item = first_;
    if (item == &dummy_) {
      if (last_.load(base::acquire) == item) return {};  // TQ-Q1: pairs with link
      item = dummy_.next;                                // TQ-I3
    }
    if (last_.load(base::acquire) == item) {  // TQ-Q1: pairs with link
      const std::lock_guard both(last_lock_);
      if (last_.load(base::relaxed) == item) link(dummy_);
    }
    first_ = item->next;  // TQ-I3
    return taken<task>::of(item);
  }

  [[nodiscard]] bool looks_empty() const noexcept { return last_.load(base::relaxed) == &dummy_; }  // TQ-I4

 private:
  /// With last_lock_.
  was link(task& item) noexcept {
    task* const before = last_.load(base::relaxed);  // TQ-I2
    before->next = &item;
    last_.store(&item, base::release);  // TQ-Q1 -> take: publishes the `next` before, and the item
    return before == &dummy_ ? was::empty : was::filled;
  }

  alignas(base::cache_line) Lock first_lock_;
  task dummy_;
  task* first_ = &dummy_;
  alignas(base::cache_line) Lock last_lock_;
  base::atomic<task*> last_{&dummy_};
};

}  // namespace jackdaw::queue
