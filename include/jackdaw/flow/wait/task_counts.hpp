// How many tasks a flow has, counted where they are submitted and where they end.
//
// Who calls what: actor `id` (worker/external/caller_identity.hpp) counts in its own account; anybody asks all_over().
// Invariants
//   L1  all_over() is true only when at some moment during the call every task that had been submitted was
//       over: both counts only grow, submitted is never behind, and ends are summed up first. So when the sums
//       are equal, they were equal in between. As soon as a part of the second exceeds the first, they are not.
//   L2  who counts an end goes on to look whether somebody waits for it, and then leaves. Who waits leaves the
//       flow only after all who have counted have left (join-after-free, docs/internals/bugs-of-others.md).
// Orderings: M1 over -> all_over: what the task did. M2 left -> await_leaving.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <sched.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/worker/engine/process_end.hpp>

namespace jackdaw::dataflow {

/// What one actor has counted.
class account {
 public:
  void count_submitted() noexcept { grow(submitted); }
  void count_over() noexcept { grow(over); }  // M1 -> all_over
  void count_left() noexcept { grow(left); }  // M2 -> await_leaving
  void count_skipped() noexcept { grow(skipped); }

  /// How many tasks of the flow are on the stack of this worker. For its own thread.
  unsigned depth = 0;

 private:
  friend class task_counts;
  using counter = base::atomic<std::uint64_t>;

  /// One writer. M1, M2: what the caller has done before.
  static void grow(counter& count) noexcept { count.store(count.load(base::relaxed) + 1, base::release); }

  counter submitted{0};
  counter over{0};
  counter left{0};
  counter skipped{0};
};

class task_counts {
 public:
  /// Tasks end on workers, which are the first of the actors.
  task_counts(unsigned workers, unsigned actors)
      : workers_(workers), actors_(actors), accounts_(std::make_unique<base::padded<account>[]>(actors)) {}

  /// What it counts with stays when it dies (worker/engine/process_end.hpp).
  void abandon() noexcept { accounts_.abandon(); }

  /// Of actor `id`, which counts there.
  [[nodiscard]] account& of(unsigned id) noexcept { return *(*accounts_)[id]; }

  /// L1. After each task while somebody waits, so it ends as soon as it can say no.
  [[nodiscard]] bool all_over() const noexcept {
    const std::uint64_t ended = over();
    std::uint64_t total = 0;
    for (const auto& each : first(actors_)) {
      total += each->submitted.load(base::relaxed);  // L1: after the ends, by M1
      if (total > ended) return false;
    }
    return true;
  }

  /// How many are not over; old when it is read.
  [[nodiscard]] std::uint64_t pending() const noexcept {
    const std::uint64_t ended = over();  // first: never more than submitted
    return sum<&account::submitted>(actors_) - ended;
  }
  [[nodiscard]] std::uint64_t skipped() const noexcept { return sum<&account::skipped>(workers_); }

  /// Returns when everybody who had counted an end has left (L2).
  void await_leaving() const noexcept {
    for (const auto& each : first(workers_)) {
      const std::uint64_t ended = each->over.load(base::relaxed);    // L2: what the caller knows of
      while (each->left.load(base::acquire) < ended) sched_yield();  // M2
    }
  }

 private:
  using place = base::padded<account>;

  [[nodiscard]] std::span<const place> first(unsigned count) const noexcept {
    return {accounts_->get(), count};
  }
  [[nodiscard]] std::uint64_t over() const noexcept { return sum<&account::over>(workers_); }

  template <auto Which>
  [[nodiscard]] std::uint64_t sum(unsigned count) const noexcept {
    std::uint64_t total = 0;
    for (const auto& each : first(count)) total += ((*each).*Which).load(base::acquire);  // M1
    return total;
  }

  unsigned workers_;
  unsigned actors_;
  working::unless_abandoned<std::unique_ptr<place[]>> accounts_;
};

}  // namespace jackdaw::dataflow
