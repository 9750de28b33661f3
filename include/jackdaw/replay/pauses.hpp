// When a recorded worker did no work between its events, because it had no processor or slept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::replay {

/// Pauses of one worker, in their order.
class pauses {
 public:
  /// If `e` tells of one. `since`: when the worker's event before was.
  void add(const trace::event& e, std::uint64_t since) {
    if (trace::is_absence(e.happened())) all_.push_back({since, e.time, trace::duration_of(e)});
    if (e.happened() == trace::what::woken) all_.push_back({since, e.time, e.time - since});
  }

  /// Nanoseconds of them between two times: where in its stretch a pause lies is not known, so as much as may be there.
  [[nodiscard]] double between(std::uint64_t from, std::uint64_t to) const {
    double sum = 0;
    const auto first = std::ranges::lower_bound(all_, from, {}, &pause::to);
    for (auto each = first; each != all_.end() && each->from < to; ++each) {
      const std::uint64_t both = std::min(each->to, to) - std::max(each->from, from);
      sum += static_cast<double>(std::min(each->nanoseconds, both));
    }
    return sum;
  }

 private:
  struct pause {
    std::uint64_t from;
    std::uint64_t to;
    std::uint64_t nanoseconds;
  };

  std::vector<pause> all_;
};

}  // namespace jackdaw::replay
