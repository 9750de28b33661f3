// The items in the order in which they are worth packing, and what can be said of any part of a packing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "apps/knapsack/instance.hpp"

namespace jackdaw::apps::knapsack {

__extension__ using wide = __int128;  // products of sums and single numbers

/// Items by falling profit per weight, with the sums of the first so many.
class packing {
 public:
  explicit packing(const instance& of) : order_(of.items.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return of.items[a].profit * of.items[b].weight > of.items[b].profit * of.items[a].weight;
    });
    profits_.push_back(0);
    weights_.push_back(0);
    for (const std::uint32_t i : order_) {
      profits_.push_back(profits_.back() + of.items[i].profit);
      weights_.push_back(weights_.back() + of.items[i].weight);
    }
  }

  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(order_.size()); }
  /// The number in the instance of item `i` in this order.
  [[nodiscard]] std::uint32_t original(std::uint32_t i) const { return order_[i]; }

  /// Of items first … last - 1.
  [[nodiscard]] std::int64_t profit(std::uint32_t first, std::uint32_t last) const {
    return profits_[last] - profits_[first];
  }
  [[nodiscard]] std::int64_t weight(std::uint32_t first, std::uint32_t last) const {
    return weights_[last] - weights_[first];
  }

  /// The first item from `first` on that does not fit any more when all before it are packed; size() when all
  /// fit.
  [[nodiscard]] std::uint32_t break_item(std::uint32_t first, std::int64_t room) const {
    const auto begin = weights_.begin() + first;
    const auto beyond = std::upper_bound(begin, weights_.end(), *begin + room);
    return static_cast<std::uint32_t>(beyond - weights_.begin() - 1);
  }

  /// Whether `value`, and `room` filled with the stuff of item i, cannot be more than `best` (Dantzig's
  /// bound).
  [[nodiscard]] bool hopeless(std::int64_t value, std::int64_t room, std::uint32_t i,
                              std::int64_t best) const {
    return static_cast<wide>(value - best - 1) * weight(i, i + 1) +
               static_cast<wide>(room) * profit(i, i + 1) <
           0;
  }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::int64_t> profits_;
  std::vector<std::int64_t> weights_;
};

}  // namespace jackdaw::apps::knapsack
