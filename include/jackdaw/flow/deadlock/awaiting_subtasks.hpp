// The tasks of the process that wait for their subtasks. Only through them can tasks wait for each other in a cycle.
//
// All other tasks wait for what was registered before them. A task whose function has returned is entered here unless
// its subtasks are over by then. So is a task whose function waits for a handle of the flow, for as long as it does
// (flow/wait/inner_wait.hpp): that wait is a part of it, too. There are several lists, chosen by address, so that
// workers seldom meet at one lock. Callers: the worker that has called the function enters; the worker that ends the
// last subtask leaves, before the accesses of the task end; a search for cycles holds all.
// Invariants: AS-J1 a thread that holds all keeps these tasks as they are: their accesses are not over, and do not
// end meanwhile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// The place of one task. A task may have several while its function waits.
struct awaiting_place {
  enum moment : bool { in_function, has_returned };

  explicit awaiting_place(waiter& of, moment at = has_returned) noexcept : task(&of), when(at) {}
  waiter* task;
  moment when;
  awaiting_place* next = nullptr;
  // What points to this; null: it is in no list. Neighbours change it under the lock; whether it is null, only the
  // task.
  base::atomic<awaiting_place**> link{nullptr};
};

struct alignas(base::cache_line) awaiting_list {
  base::mutex lock;
  awaiting_place* first = nullptr;     // under the lock
  base::atomic<std::size_t> count{0};  // changed under it
};

class awaiting_subtasks {
 public:
  using place = awaiting_place;

  /// One of them, as a search sees it.
  struct found {
    const waiter* task;
    place::moment when;
  };

  static void enter(place& one) noexcept {
    awaiting_list& all = list_of(one);
    const std::lock_guard hold(all.lock);
    one.next = all.first;
    one.link.store(&all.first, base::relaxed);
    if (one.next != nullptr) one.next->link.store(&one.next, base::relaxed);
    all.first = &one;
    all.count.store(all.count.load(base::relaxed) + 1, base::relaxed);
  }

  /// Also for one that has not entered.
  static void leave(place& one) noexcept {
    if (one.link.load(base::relaxed) == nullptr) return;
    awaiting_list& all = list_of(one);
    const std::lock_guard hold(all.lock);
    awaiting_place** const link = one.link.load(base::relaxed);
    *link = one.next;
    if (one.next != nullptr) one.next->link.store(link, base::relaxed);
    all.count.store(all.count.load(base::relaxed) - 1, base::relaxed);
  }

  /// Old when it is read.
  [[nodiscard]] static bool any() noexcept {
    for (const awaiting_list& each : lists) {
      if (each.count.load(base::relaxed) != 0) return true;
    }
    return false;
  }

  /// For fork().
  static void lock_all() noexcept;
  static void unlock_all() noexcept;
  /// In a child, between the two: the tasks of the parent do not end there.
  static void forget_all() noexcept;

  /// Calls look(tasks) while none of them leaves.
  static auto hold(auto&& look) {
    std::array<std::unique_lock<base::mutex>, list_count> held;
    std::vector<found> tasks;
    for (std::size_t i = 0; i < list_count; ++i) {
      held[i] = std::unique_lock(lists[i].lock);
      for (const place* each = lists[i].first; each != nullptr; each = each->next)
        tasks.push_back({each->task, each->when});
    }
    return look(tasks);
  }

 private:
  static constexpr std::size_t list_count = 16;
  static awaiting_list& list_of(const place& one) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(&one);
    return lists[(address >> 6 ^ address >> 12) % list_count];
  }

  inline static std::array<awaiting_list, list_count> lists;
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/deadlock/awaiting_subtasks_impl.hpp>
#endif
