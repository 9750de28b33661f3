// How many tasks of a group are not over. One worker, the owner, spawns and executes most of them, and counts these
// without read-modify-writes (biased counting).
//
// Callers: the owner, and workers that spawn or end tasks of the group elsewhere.
// Invariants
//   TG-I1  own_ + others_, modulo 2^64, is how many tasks were spawned and are not over. The owner counts in own_ what
//          it spawns and ends; all others count in others_.
//   TG-I5  before it sleeps, the owner moves own_ into others_. So that is zero when the last task ends meanwhile, and
//          its worker is told so. While the owner is awake, it looks at the sum itself.
//   TG-I6  where there is no owner, a thread may wait until `room` tasks are left. others_ is the sum then, and falls
//          by one at a time: so when it comes down to `room`, one task that ends sees that number, and wakes.
// Why the owner may trust the sum, though others_ may be old: that has all changes up to one of them, in their order.
// The end of a task is behind its spawn, wherever each is counted. So each task counts 0 or 1 in what the owner sees.
// If all that it knows of have ended, so have those that they spawned: these were counted before their spawners ended.
// Orderings: TG-G1 end of a task -> is_zero: what the task wrote, and its failure. Changes of others_ are
// read-modify-writes, so that the wait, which sees the last of them, pairs with all.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>

namespace jackdaw::fork_join {

class group_count {
 public:
  /// By the owner.
  void add_own() noexcept { own_.store(own_.load(base::relaxed) + 1, base::relaxed); }
  void remove_own() noexcept { own_.store(own_.load(base::relaxed) - 1, base::relaxed); }

  /// By any other thread, which knows of a task that is not over; by a maker outside of tasks.
  void add(std::uint64_t tasks = 1) noexcept { others_.fetch_add(tasks, base::relaxed); }

  /// The same: what was added is not there after all.
  void take_back(std::uint64_t tasks = 1) noexcept { others_.fetch_sub(tasks, base::relaxed); }

  /// A task has ended. True: the thread that waits is to be woken, if it sleeps (TG-I5, TG-I6). The group may be gone
  /// then. `room`: so many are few enough for a thread that waits for room.
  [[nodiscard]] bool remove(std::uint64_t room) noexcept {
    const std::uint64_t left = others_.fetch_sub(1, base::release) - 1;  // TG-G1 -> is_zero
    return left == 0 || left == room;
  }

  /// By the owner; by any thread where there is none.
  [[nodiscard]] bool is_zero() const noexcept {
    return own_.load(base::relaxed) + others_.load(base::acquire) == 0;  // TG-G1: pairs with remove
  }

  /// What the owner has counted, without what others have; too large where that is wrapped.
  [[nodiscard]] std::uint64_t own() const noexcept { return own_.load(base::relaxed); }

  /// By the owner, while it is awake: own() is all that is not over now.
  void take_over_others() noexcept {
    const std::uint64_t others = others_.load(base::relaxed);
    own_.store(own_.load(base::relaxed) + others, base::relaxed);
    others_.fetch_sub(others, base::relaxed);  // goes on with release sequences: TG-G1
  }

  /// How many are not over; old when it is returned. By the same threads as is_zero().
  [[nodiscard]] std::uint64_t value() const noexcept {
    return own_.load(base::relaxed) + others_.load(base::relaxed);
  }

  /// By the owner, before it sleeps: TG-I5.
  void show_own() noexcept {
    const std::uint64_t own = own_.load(base::relaxed);
    if (own == 0) return;
    own_.store(0, base::relaxed);
    others_.fetch_add(own, base::relaxed);
  }

 private:
  base::atomic<std::uint64_t> own_{0};  // others read it only where they misuse the group
  base::atomic<std::uint64_t> others_{0};
};

}  // namespace jackdaw::fork_join
