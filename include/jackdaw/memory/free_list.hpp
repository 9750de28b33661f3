// Lists of free blocks.
#pragma once

#include <cstddef>
#include <utility>

namespace jackdaw::memory {

/// A LIFO list whose links lie in the free blocks themselves (suffix f of KR02's names). One thread at a
/// time. Blocks must hold a pointer. Cost: a load and a store.
class in_block_list {
 public:
  void push(void* block) noexcept {
    auto* const freed = static_cast<link*>(block);
    freed->next = first_;
    first_ = freed;
  }

  /// The block that was freed last; null when there is none.
  [[nodiscard]] void* pop() noexcept {
    if (first_ == nullptr) return nullptr;
    return std::exchange(first_, first_->next);
  }

 private:
  struct link {
    link* next;
  };
  link* first_ = nullptr;
};

}  // namespace jackdaw::memory
