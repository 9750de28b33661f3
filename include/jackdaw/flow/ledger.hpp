// How many tasks a flow has, counted where they are submitted and where they end.
//
// Who calls what: actor `id` (worker/visit.hpp) counts in its own account; anybody asks all_over().
// Invariants
//   L1  all_over() is true only when at some moment during the call every task that had been submitted was
//       over: both counts only grow, submitted is never behind, and ends are summed up first. So when the sums
//       are equal, they were equal in between.
//   L2  who counts an end goes on to look whether somebody waits for it, and then leaves. Who waits leaves the
//       flow only after all who have counted have left (row join-after-free).
// Orderings: M1 over -> all_over: what the task did. M2 left -> await_leaving.
#pragma once

#include <cstdint>
#include <memory>

#include <sched.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>

namespace jackdaw::dataflow {

class ledger {
 public:
  explicit ledger(unsigned actors)
      : actors_(actors), accounts_(std::make_unique<base::padded<account>[]>(actors)) {}

  void count_submitted(unsigned id) noexcept { grow(accounts_[id]->submitted); }
  void count_over(unsigned id) noexcept { grow(accounts_[id]->over); }  // M1 -> all_over
  void count_left(unsigned id) noexcept { grow(accounts_[id]->left); }  // M2 -> await_leaving
  void count_skipped(unsigned id) noexcept { grow(accounts_[id]->skipped); }

  /// How many tasks of the flow are on the stack of worker `id`. For its own thread.
  [[nodiscard]] unsigned& depth(unsigned id) noexcept { return accounts_[id]->depth; }

  /// L1
  [[nodiscard]] bool all_over() const noexcept {
    const std::uint64_t over = sum(&account::over);
    return over == sum(&account::submitted);
  }

  /// How many are not over; old when it is read.
  [[nodiscard]] std::uint64_t pending() const noexcept {
    const std::uint64_t over = sum(&account::over);  // first: never more than submitted
    return sum(&account::submitted) - over;
  }
  [[nodiscard]] std::uint64_t skipped() const noexcept { return sum(&account::skipped); }

  /// Returns when everybody who had counted an end has left (L2).
  void await_leaving() const noexcept {
    for (unsigned id = 0; id < actors_; ++id) {
      const std::uint64_t over = accounts_[id]->over.load(base::acquire);    // M1
      while (accounts_[id]->left.load(base::acquire) < over) sched_yield();  // M2
    }
  }

 private:
  using counter = base::atomic<std::uint64_t>;
  struct account {
    counter submitted{0};
    counter over{0};
    counter left{0};
    counter skipped{0};
    unsigned depth = 0;
  };

  /// One writer.
  static void grow(counter& count) noexcept { count.store(count.load(base::relaxed) + 1, base::release); }

  [[nodiscard]] std::uint64_t sum(counter account::* which) const noexcept {
    std::uint64_t total = 0;
    for (unsigned id = 0; id < actors_; ++id) total += ((*accounts_[id]).*which).load(base::acquire);  // M1
    return total;
  }

  unsigned actors_;
  std::unique_ptr<base::padded<account>[]> accounts_;
};

}  // namespace jackdaw::dataflow
