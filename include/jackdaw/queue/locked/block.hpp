// Small fixed arrays of tasks, the unit in which combined pools move work.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// Up to `Capacity` tasks, LIFO. One thread at a time. Source: KR02 section 6.3 (dq8, sdq1: arrays of 4).
template <std::size_t Capacity>
struct block {
  block* next = nullptr;  ///< owned by the list that holds the block

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] bool full() const noexcept { return count_ == Capacity; }
  void push(task& item) noexcept { tasks_[count_++] = &item; }     ///< not when full
  [[nodiscard]] task* pop() noexcept { return tasks_[--count_]; }  ///< not when empty

 private:
  std::size_t count_ = 0;
  std::array<task*, Capacity> tasks_{};
};

/// A worker's store of empty blocks, at most `most`. Blocks travel with stolen work, so without a bound a thief would
/// collect all that its victims allocate.
template <class Block>
class spare_blocks {
 public:
  spare_blocks() = default;
  spare_blocks(const spare_blocks&) = delete;
  spare_blocks& operator=(const spare_blocks&) = delete;
  ~spare_blocks() {
    while (first_ != nullptr) delete std::exchange(first_, first_->next);
  }

  /// An empty block. Throws std::bad_alloc.
  [[nodiscard]] Block* get() {
    if (first_ == nullptr) return new Block;
    --count_;
    return std::exchange(first_, first_->next);
  }

  void put(Block* empty) noexcept {
    if (count_ == most) {
      delete empty;
      return;
    }
    ++count_;
    empty->next = first_;
    first_ = empty;
  }

 private:
  static constexpr std::size_t most = 64;
  Block* first_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace jackdaw::queue
