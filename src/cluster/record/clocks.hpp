// The clock of a rank, as rank 0 reads it.
//
// Source: Cristian, Probabilistic clock synchronization, 1989. Rank 0 asks for the time, and gets an answer: it was given
// between the two. Of several such rounds the shortest one counts. Where C is the time of this rank and M the middle of
// the round by the clock of rank 0, the clocks differ by C - M, and by half of the round more or less.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster::detail {

/// How a clock differs from that of rank 0 at some time.
struct clock_offset {
  std::int64_t at = 0;     ///< by the clock of this rank
  std::int64_t ahead = 0;  ///< by so many nanoseconds
  std::int64_t error = 0;  ///< more or less, at most
};

/// Measures it, on all ranks together. `now`: the clock of this rank. Nothing else uses `channel` meanwhile.
[[nodiscard]] clock_offset compare_clocks(const world::state& of, MPI_Comm channel,
                                          const std::function<std::int64_t()>& now);

/// Times of this rank by the clock of rank 0. Clocks differ by a little more each second: between two comparisons that is
/// taken as even.
class aligned_clock {
 public:
  aligned_clock(const clock_offset& first, const clock_offset& last) : first_(first), last_(last) {}

  [[nodiscard]] std::int64_t operator()(std::int64_t time) const noexcept {
    const std::int64_t passed = last_.at - first_.at;
    if (passed <= 0) return time - first_.ahead;
    const double part = static_cast<double>(time - first_.at) / static_cast<double>(passed);
    const double drift = static_cast<double>(last_.ahead - first_.ahead) * std::clamp(part, 0.0, 1.0);
    return time - first_.ahead - static_cast<std::int64_t>(drift);
  }
  /// By how much such a time may be off.
  [[nodiscard]] std::int64_t error() const noexcept { return std::max(first_.error, last_.error); }

 private:
  clock_offset first_;
  clock_offset last_;
};

}  // namespace jackdaw::cluster::detail
