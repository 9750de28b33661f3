// In which order a thief visits the others.
#pragma once

namespace jackdaw::pool {

/// Its neighbours upwards, round once: w+1, w+2, …, w-1. The order of KR02's stealing pools.
struct next_neighbours {
  explicit next_neighbours(unsigned workers) noexcept : workers_(workers) {}

  /// Calls `visit(victim)` until it returns something else than null; returns that.
  auto first_of(unsigned thief, auto visit) const -> decltype(visit(thief)) {
    for (unsigned victim = thief + 1; victim < workers_; ++victim) {
      if (auto found = visit(victim)) return found;
    }
    for (unsigned victim = 0; victim < thief; ++victim) {
      if (auto found = visit(victim)) return found;
    }
    return nullptr;
  }

 private:
  unsigned workers_;
};

}  // namespace jackdaw::pool
