// The double-linked list: its owner works at one end, thieves take from the other.
#pragma once

#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// LIFO for push and pop; pop_opposite takes the oldest. One thread at a time. Allocates nothing.
/// Source: KR02 table 2 ("double-linked list": dq5). Cost: a few loads and stores.
class double_linked_list {
 public:
  using item_type = double_linked_task;

  void push(item_type& item) noexcept {
    item.next = newest_;
    item.previous = nullptr;
    (newest_ != nullptr ? newest_->previous : oldest_) = &item;
    newest_ = &item;
  }

  /// The item pushed last; null when empty.
  [[nodiscard]] item_type* pop() noexcept {
    item_type* const item = newest_;
    if (item == nullptr) return nullptr;
    newest_ = static_cast<item_type*>(item->next);
    (newest_ != nullptr ? newest_->previous : oldest_) = nullptr;
    return item;
  }

  /// The item pushed first; null when empty.
  [[nodiscard]] item_type* pop_opposite() noexcept {
    item_type* const item = oldest_;
    if (item == nullptr) return nullptr;
    oldest_ = item->previous;
    if (oldest_ != nullptr) {
      oldest_->next = nullptr;
    } else {
      newest_ = nullptr;
    }
    return item;
  }

 private:
  item_type* newest_ = nullptr;
  item_type* oldest_ = nullptr;
};

static_assert(two_ended_container<double_linked_list>);

}  // namespace jackdaw::queue
