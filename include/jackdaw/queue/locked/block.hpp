// Small fixed arrays of tasks, the unit in which combined pools move work.
#pragma once

#include <array>
#include <cstddef>
#include <new>
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

/// The same with a capacity that is chosen at run time: made by `new_sized_block`, and deleted as any other.
class sized_block {
 public:
  sized_block* next = nullptr;  ///< owned by the list that holds the block

  [[nodiscard]] static sized_block* make(std::size_t capacity) {
    return new (capacity) sized_block(capacity);
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] bool full() const noexcept { return count_ == capacity_; }
  void push(task& item) noexcept { tasks()[count_++] = &item; }     ///< not when full
  [[nodiscard]] task* pop() noexcept { return tasks()[--count_]; }  ///< not when empty

  static void operator delete(void* block) noexcept { ::operator delete(block); }

 private:
  explicit sized_block(std::size_t capacity) noexcept : capacity_(capacity) {}
  static void* operator new(std::size_t size, std::size_t capacity) {
    return ::operator new(size + capacity * sizeof(task*));
  }
  static void operator delete(void* block, std::size_t /*capacity*/) noexcept { ::operator delete(block); }
  [[nodiscard]] task** tasks() noexcept { return reinterpret_cast<task**>(this + 1); }

  std::size_t count_ = 0;
  std::size_t capacity_;
};
static_assert(sizeof(sized_block) % alignof(task*) == 0, "the tasks lie behind the block");

/// How blocks of a type are made.
template <class Block>
struct new_block {
  [[nodiscard]] Block* operator()() const { return new Block; }
};
struct new_sized_block {
  std::size_t capacity;
  [[nodiscard]] sized_block* operator()() const { return sized_block::make(capacity); }
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

  /// An empty block, which `make` makes when there is none. Throws std::bad_alloc.
  template <class Make = new_block<Block>>
  [[nodiscard]] Block* get(const Make& make = Make()) {
    if (first_ == nullptr) return make();
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
