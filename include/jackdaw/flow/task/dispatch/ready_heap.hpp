// The ready tasks of one flow that have a priority: a worker that takes one of them gets the highest.
//
// Source: T15 section 4.1 (a priority in each task, and a queue that selects by it). Deviation: it works with any
// pool. Such a task is not in the pool: it is here, and in the pool is a ticket for it. A ticket is good for one
// task, the highest that is here when it is taken; there are as many tickets as tasks. A pairing heap (Fredman,
// Sedgewick, Sleator, Tarjan, 1986), linked through the tasks, under a lock. Threads: any. Cost: constant for an
// insertion, amortized logarithmic for a removal.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>

#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::dataflow {

/// The place of a task in the heap.
struct ready_node {
  explicit ready_node(int how_urgent) noexcept : priority(how_urgent) {}

  int priority;
  std::uint64_t turn = 0;         // when it came: of equal ones, the first
  ready_node* child = nullptr;    // the first of those that come later
  ready_node* sibling = nullptr;  // the next child of the same one
};

class ready_heap {
 public:
  void put(ready_node& one) noexcept {
    const std::lock_guard hold(lock_);
    one.turn = turns_++;
    one.child = nullptr;
    one.sibling = nullptr;
    first_ = first_ == nullptr ? &one : merge(first_, &one);
  }

  /// The highest. Only with a ticket.
  [[nodiscard]] ready_node& take() noexcept {
    const std::lock_guard hold(lock_);
    ready_node& taken = *first_;
    first_ = merge_all(taken.child);
    return taken;
  }

 private:
  static bool before(const ready_node& a, const ready_node& b) noexcept {
    return a.priority != b.priority ? a.priority > b.priority : a.turn < b.turn;
  }

  static ready_node* merge(ready_node* a, ready_node* b) noexcept {
    if (before(*b, *a)) std::swap(a, b);
    b->sibling = std::exchange(a->child, b);
    return a;
  }

  /// In pairs from the left, then all from the right; without recursion.
  static ready_node* merge_all(ready_node* left) noexcept {
    ready_node* pairs = nullptr;
    while (left != nullptr) {
      ready_node* a = std::exchange(left, left->sibling);
      if (ready_node* const b = left; b != nullptr) {
        left = b->sibling;
        a = merge(a, b);
      }
      a->sibling = std::exchange(pairs, a);
    }
    ready_node* all = nullptr;
    while (pairs != nullptr) {
      ready_node* const each = std::exchange(pairs, pairs->sibling);
      all = all == nullptr ? each : merge(all, each);
    }
    if (all != nullptr) all->sibling = nullptr;
    return all;
  }

  sync::spin_lock lock_;
  ready_node* first_ = nullptr;
  std::uint64_t turns_ = 0;
};

}  // namespace jackdaw::dataflow
