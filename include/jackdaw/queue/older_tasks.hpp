// The older private tasks of a split deque: a list from the oldest on.
#pragma once

#include <atomic>
#include <cstddef>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// Linked through the headers, oldest first. Under the lock of its deque; empty() may be asked by anybody.
class older_tasks {
 public:
  [[nodiscard]] bool empty() const noexcept { return oldest_.load(base::relaxed) == nullptr; }

  /// Takes the oldest. Not when empty.
  [[nodiscard]] task* take() noexcept {
    task* const item = oldest_.load(base::relaxed);
    oldest_.store(link_of(*item).load(base::relaxed), base::relaxed);
    return item;
  }

  /// Adds a chain of newer tasks, which begins with the newest and ends before `end`. Cost: a look at each.
  void add_newest_first(task* newest, const task* end) noexcept {
    task* newer = nullptr;
    for (task* at = newest; at != end;) {
      task* const older = link_of(*at).load(base::relaxed);
      link_of(*at).store(newer, base::relaxed);
      newer = at;
      at = older;
    }
    if (empty()) {
      oldest_.store(newer, base::relaxed);
    } else {
      link_of(*newest_).store(newer, base::relaxed);
    }
    newest_ = newest;
  }

  /// Removes `item`; false when it is not here. Cost: a look at each older one.
  [[nodiscard]] bool take_out(task& item) noexcept {
    task* older = nullptr;
    for (task* at = oldest_.load(base::relaxed); at != nullptr;
         older = at, at = link_of(*at).load(base::relaxed)) {
      if (at != &item) continue;
      task* const newer = link_of(item).load(base::relaxed);
      if (newest_ == &item) newest_ = older;
      if (older == nullptr) {
        oldest_.store(newer, base::relaxed);
      } else {
        link_of(*older).store(newer, base::relaxed);
      }
      return true;
    }
    return false;
  }

 private:
  // Atomic for the same reason as in the deque.
  static std::atomic_ref<task*> link_of(task& item) noexcept { return std::atomic_ref(item.next); }

  base::atomic<task*> oldest_{nullptr};
  task* newest_ = nullptr;  // unless empty
};

}  // namespace jackdaw::queue
