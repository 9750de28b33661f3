// Several tasks that change hands at once.
#pragma once

#include <array>
#include <cstddef>

#include <jackdaw/task/task.hpp>

namespace jackdaw::queue {

/// Tasks that were taken together, oldest first.
struct batch {
  static constexpr std::size_t most = 32;
  std::array<task*, most> items;
  std::size_t count = 0;

  void add(task* item) {
    if (item != nullptr) items[count++] = item;  // a null is the place of a task that was taken out of order
  }
};

}  // namespace jackdaw::queue
