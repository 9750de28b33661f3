// The locks of all spaces at whose pieces one task is registered (flow/part/index_space.hpp PC-P5).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

#include <jackdaw/flow/part/index_space.hpp>

namespace jackdaw::dataflow {

template <std::size_t N>
class part_locks {
 public:
  /// One may stand there several times; null stands for none.
  explicit part_locks(std::array<index_space*, N> spaces) : held_(spaces) {
    std::ranges::sort(held_, std::less<>());
    std::fill(std::unique(held_.begin(), held_.end()), held_.end(), nullptr);
    for (index_space* const each : held_) {
      if (each != nullptr) each->lock().lock();
    }
  }
  part_locks(const part_locks&) = delete;
  part_locks& operator=(const part_locks&) = delete;
  ~part_locks() {
    for (index_space* const each : held_) {
      if (each != nullptr) each->lock().unlock();
    }
  }

 private:
  std::array<index_space*, N> held_;
};

}  // namespace jackdaw::dataflow
