// The single-linked list: push and pop at the same end.
#pragma once

#include <utility>

#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// A LIFO list through the `next` of its items. One thread at a time. Allocates nothing.
/// Source: KR02 table 2 ("single-linked list": sq1, dq1, dq2, dq4, rq*). Cost: a load and two stores.
template <class Item = task>
class linked_list {
 public:
  using item_type = Item;

  void push(Item& item) noexcept {
    item.next = first_;
    first_ = &item;
  }

  /// The item pushed last; null when empty.
  [[nodiscard]] Item* pop() noexcept {
    if (first_ == nullptr) return nullptr;
    return std::exchange(first_, static_cast<Item*>(first_->next));
  }

  [[nodiscard]] Item* first() const noexcept { return first_; }

 private:
  Item* first_ = nullptr;
};

static_assert(container<linked_list<>>);

}  // namespace jackdaw::queue
