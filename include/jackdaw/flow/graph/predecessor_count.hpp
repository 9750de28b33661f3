// How many of the tasks before a task of a graph are not over in this round.
//
// Callers: each task before it reports its end once a round, on any worker. expect() comes before the first round.
// Invariants
//   GP-C1  the report that finds the count at its end is the last of this round. The next round has none before this
//          task is over. So the count is set anew there, and no run begins with a look at all tasks.
//   GP-C2  a task behind a single one is ready when that one is over: nothing is counted.
//   GP-C3  a report touches nothing here after its subtraction, except the last one of a round.
// Orderings: GP-C4 one_is_over -> the last one_is_over: what the tasks before it did.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>

namespace jackdaw::dataflow {

class predecessor_count {
 public:
  /// `all`: of each round. Between rounds.
  void expect(std::uint32_t all) noexcept {
    all_ = all;
    left_.store(all, base::relaxed);  // GP-C4: rounds begin later
  }
  [[nodiscard]] std::uint32_t expected() const noexcept { return all_; }

  /// True for the last one of this round.
  [[nodiscard]] bool one_is_over() noexcept {
    if (all_ == 1) return true;                                // GP-C2
    if (left_.fetch_sub(1, base::acq_rel) != 1) return false;  // GP-C4
    left_.store(all_, base::relaxed);                          // GP-C1
    return true;
  }

 private:
  base::atomic<std::uint32_t> left_{0};
  std::uint32_t all_ = 0;
};

}  // namespace jackdaw::dataflow
