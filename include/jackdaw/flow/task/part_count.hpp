// How many parts of a task are not over: its function and its subtasks.
//
// Callers: a part that is not over adds another; each part ends once, on any worker.
// Invariants
//   ST-S1  a part that adds another is not over. So the count does not reach 0 before the last part ends, and a part
//          touches nothing here after its end, except the last.
// Orderings: ST-S2 one_is_over -> the last one_is_over: what the parts did, and whether they failed.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>

namespace jackdaw::dataflow {

class part_count {
 public:
  void add_one() noexcept { left_.fetch_add(1, base::relaxed); }  // ST-S1

  /// Whether others are not over; for a part that is not, either. Old when it is read.
  [[nodiscard]] bool has_others() const noexcept { return left_.load(base::relaxed) > 1; }

  /// True for the last one.
  [[nodiscard]] bool one_is_over(bool failed) noexcept {
    if (failed) failed_.store(true, base::relaxed);
    return left_.fetch_sub(1, base::acq_rel) == 1;  // ST-S2
  }

  /// Whether a part has failed; for the last one.
  [[nodiscard]] bool failed() const noexcept { return failed_.load(base::relaxed); }  // ST-S2

 private:
  base::atomic<std::uint64_t> left_{1};  // the function
  base::atomic<bool> failed_{false};
};

}  // namespace jackdaw::dataflow
