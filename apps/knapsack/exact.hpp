// The optimum by dynamic programming: shares no line with the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "apps/knapsack/instance.hpp"

namespace jackdaw::apps::knapsack {

/// The largest profit of a packing; nothing when it would take more than some seconds (items × capacity).
[[nodiscard]] inline std::optional<std::int64_t> exact_value(const instance& of) {
  constexpr double most_steps = 4e9;
  constexpr double most_room = 1e8;
  const auto capacity = static_cast<double>(of.capacity);
  if (capacity > most_room || capacity * static_cast<double>(of.items.size()) > most_steps)
    return std::nullopt;
  std::vector<std::int64_t> best(static_cast<std::size_t>(of.capacity) + 1);
  for (const item& each : of.items) {
    for (std::int64_t room = of.capacity; room >= each.weight; --room) {
      std::int64_t& here = best[static_cast<std::size_t>(room)];
      here = std::max(here, best[static_cast<std::size_t>(room - each.weight)] + each.profit);
    }
  }
  return best.back();
}

}  // namespace jackdaw::apps::knapsack
