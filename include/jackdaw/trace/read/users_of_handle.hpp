// Which tasks used a handle, and which of them had to come one after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <jackdaw/trace/read/data_order.hpp>

namespace jackdaw::trace {

/// The users of one handle of a recording; of no handle, when default. Throws std::bad_alloc.
class users_of_handle {
 public:
  users_of_handle() = default;
  /// `order` outlives it.
  users_of_handle(const data_order& order, std::uint32_t handle) : order_(&order) {
    for (std::uint32_t g = 0; g < order.groups.size(); ++g) {
      if (order.groups[g].handle != handle) continue;
      for (const auto& each : order.groups[g].members) groups_[each.task].push_back(g);
    }
  }

  /// Whether `second` could begin to access the handle only when `first` had.
  [[nodiscard]] bool are_consecutive(task_number first, task_number second) const {
    const auto one = groups_.find(first);
    const auto other = groups_.find(second);
    if (one == groups_.end() || other == groups_.end()) return false;
    const auto had = [&](std::uint32_t g) {
      return std::ranges::binary_search(one->second, g);
    };  // they ascend
    return std::ranges::any_of(other->second, [&](std::uint32_t g) {
      const data_order::group& in = order_->groups[g];
      return had(in.before) || (in.one_by_one && had(g));
    });
  }

 private:
  const data_order* order_ = nullptr;
  std::unordered_map<task_number, std::vector<std::uint32_t>> groups_;  // that a task accesses, of order_
};

}  // namespace jackdaw::trace
