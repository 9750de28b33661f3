// The older private tasks of a split deque: a list from the oldest on, or, where they are many, as they were.
#pragma once

#include <atomic>
#include <cstddef>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// Linked through the headers. Under the lock of its deque; empty() may be asked by anybody.
class older_tasks {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_.load(base::relaxed) == nullptr; }

  /// Takes the oldest, or the newest of a chain that was taken over. Not when empty.
  [[nodiscard]] task* take() noexcept {
    task* const item = first_.load(base::relaxed);
    first_.store(link_of(*item).load(base::relaxed), base::relaxed);
    return item;
  }

  /// Takes a whole chain, from the newest task to the end, as it is. Only when empty. Cost: a few stores.
  void take_over(task* newest) noexcept {
    first_.store(newest, base::relaxed);
    newest_first_ = true;
  }

  /// The tasks as a chain from the newest to the end; of a chain that was taken over, the first `most`. Cost: a look at
  /// each.
  [[nodiscard]] task* give_back(std::size_t most) noexcept {
    task* chain = nullptr;
    if (newest_first_ && !empty()) {
      chain = first_.load(base::relaxed);
      task* last = chain;
      task* rest = link_of(*last).load(base::relaxed);
      for (; rest != nullptr && most > 1; --most) {
        last = rest;
        rest = link_of(*last).load(base::relaxed);
      }
      link_of(*last).store(nullptr, base::relaxed);
      first_.store(rest, base::relaxed);
      return chain;
    }
    while (!empty()) {
      task* const item = take();
      link_of(*item).store(chain, base::relaxed);
      chain = item;
    }
    return chain;
  }

  /// Adds a chain of newer tasks, which begins with the newest and ends before `end`. Not while there are
  /// some that were taken over. Cost: a look at each.
  void add_newest_first(task* newest, const task* end) noexcept {
    task* newer = nullptr;
    for (task* at = newest; at != end;) {
      task* const older = link_of(*at).load(base::relaxed);
      link_of(*at).store(newer, base::relaxed);
      newer = at;
      at = older;
    }
    if (empty()) {
      first_.store(newer, base::relaxed);
      newest_first_ = false;
    } else {
      link_of(*newest_).store(newer, base::relaxed);
    }
    newest_ = newest;
  }

  /// Removes `item`; false when it is not here. Cost: a look at each one before it.
  [[nodiscard]] bool take_out(task& item) noexcept {
    task* before = nullptr;
    for (task* at = first_.load(base::relaxed); at != nullptr;
         before = at, at = link_of(*at).load(base::relaxed)) {
      if (at != &item) continue;
      task* const after = link_of(item).load(base::relaxed);
      if (newest_ == &item) newest_ = before;
      if (before == nullptr) {
        first_.store(after, base::relaxed);
      } else {
        link_of(*before).store(after, base::relaxed);
      }
      return true;
    }
    return false;
  }

 private:
  // Atomic for the same reason as in the deque.
  static std::atomic_ref<task*> link_of(task& item) noexcept { return std::atomic_ref(item.next); }

  base::atomic<task*> first_{nullptr};
  task* newest_ = nullptr;  // the last one, unless empty or taken over
  bool newest_first_ = false;
};

}  // namespace jackdaw::queue
