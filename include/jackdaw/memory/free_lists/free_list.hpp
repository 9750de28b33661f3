// Lists of free blocks.
#pragma once

#include <cstddef>
#include <utility>

namespace jackdaw::memory {

/// A LIFO list of nodes: the block that was freed last is handed out first, while it is in the cache. One
/// thread at a time. Cost: a load and a store.
template <class Node>
class free_list {
 public:
  free_list() = default;
  /// The list that begins with `first`, which detach() has returned.
  explicit free_list(Node* first) noexcept : first_(first) {}

  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

  void push(Node* freed) noexcept {
    freed->next = first_;
    first_ = freed;
  }

  /// The node that was pushed last; null when there is none.
  [[nodiscard]] Node* pop() noexcept {
    if (first_ == nullptr) return nullptr;
    Node* const popped = std::exchange(first_, first_->next);
    // The next one may have been freed long ago, by another worker: it is fetched while this one is used. No test for
    // null, which is often mispredicted: a prefetch of any address is harmless. Not its second line, should it have
    // one: that would take a line from the worker that uses the block behind a small one.
    __builtin_prefetch(first_, 1);
    return popped;
  }

  /// All nodes as a chain; the list is empty then.
  [[nodiscard]] Node* detach() noexcept { return std::exchange(first_, nullptr); }

 private:
  Node* first_ = nullptr;
};

}  // namespace jackdaw::memory
