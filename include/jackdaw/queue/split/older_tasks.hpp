// The older private tasks of a split deque: a list from the oldest on, or, where they are many, as they were.
#pragma once

#include <atomic>
#include <cstddef>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/explore/look_count.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// Linked through the headers. Under the lock of its deque; any thread may call empty(). `Walk`: at how many tasks a
/// call looks at most in order to halve them, at least 2.
template <std::size_t Walk>
class older_tasks {
  static_assert(Walk >= 2, "of more than one task the newest stays");

 public:
  [[nodiscard]] bool empty() const noexcept { return first_.load(base::relaxed) == nullptr; }

  /// Takes the oldest; where they are not sorted, the newest. Not when empty.
  [[nodiscard]] task* take() noexcept {
    task* const item = first_.load(base::relaxed);
    first_.store(link_of(*item).load(base::relaxed), base::relaxed);
    return item;
  }

  /// Takes the older half of the chain from `newest` to `end`, after `cut_off(last of the newer half or null, first of
  /// the older one)`. Only when empty. Where no order is to be kept and `end` is null, it looks at `Walk` tasks. Of a
  /// longer chain it takes all but a few, as they are. So the cost does not grow with the number of tasks.
  void take_half(task* newest, const task* end, bool keeps_order, auto cut_off) noexcept {
    const bool walks_all = keeps_order || end != nullptr;
    std::size_t tasks = 0;
    task* at = newest;
    for (; at != end && (tasks < Walk || walks_all); ++tasks) at = link_of(*at).load(base::relaxed);
    const bool sorts = at == end;
    task* newer = nullptr;
    task* older = newest;
    for (std::size_t stay = tasks / 2; stay > 0; --stay) {
      newer = older;
      older = link_of(*older).load(base::relaxed);
    }
    cut_off(newer, older);
    newest_first_ = !sorts;
    first_.store(sorts ? turned_round(older, end) : older, base::relaxed);
  }

  /// The tasks as a chain from the newest to the end; where they are not sorted, the first `most`. Cost: a look at
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

  /// Removes `item`; false when it is not here. Cost: a look at each one before it.
  [[nodiscard]] bool take_out(task& item) noexcept {
    task* before = nullptr;
    for (task* at = first_.load(base::relaxed); at != nullptr;
         before = at, at = link_of(*at).load(base::relaxed)) {
      base::look();
      if (at != &item) continue;
      task* const after = link_of(item).load(base::relaxed);
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
  static base::atomic_ref<task*> link_of(task& item) noexcept { return base::atomic_ref<task*>(item.next); }

  /// The tasks from `newest` up to, but without, `end`, from the oldest on.
  static task* turned_round(task* newest, const task* end) noexcept {
    task* newer = nullptr;
    for (task* at = newest; at != end;) {
      task* const older = link_of(*at).load(base::relaxed);
      link_of(*at).store(newer, base::relaxed);
      newer = at;
      at = older;
    }
    return newer;
  }

  base::atomic<task*> first_{nullptr};
  bool newest_first_ = false;
};

}  // namespace jackdaw::queue
