// The array: push and pop at its end.
#pragma once

#include <cstddef>
#include <exception>
#include <vector>

#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// A LIFO array of pointers to its items. One thread at a time.
///
/// Source: KR02 table 2 ("arrays": sq2, dq3, dq7), memory allocated at the start. Deviation: the paper's arrays have
/// a fixed size and it does not say what a full one does. (Section 4.2 calls a limit for the program unacceptable, and
/// has two remedies: copying into a larger array, or a list of arrays.) This one doubles; the other remedy is
/// queue/locked/list_of_arrays.hpp. `Initial`: for how many items
/// the constructor allocates; the paper does not say.
/// Cost: two memory accesses; a push into a full array copies it once. Memory: never given back before the
/// end. Errors: a push that finds no memory throws std::bad_alloc, stores nothing and changes nothing.
template <class Item = task, std::size_t Initial = 1024>
class array {
 public:
  using item_type = Item;

  array() { items_.reserve(Initial); }

  void push(Item& item) { items_.push_back(&item); }

  /// The item pushed last; null when empty.
  [[nodiscard]] Item* pop() noexcept {
    if (items_.empty()) return nullptr;
    Item* const item = items_.back();
    items_.pop_back();
    return item;
  }

  /// Whether the next push finds room. Allocates it where there is none.
  [[nodiscard]] bool make_room() noexcept {
    if (items_.size() < items_.capacity()) return true;
    try {
      items_.reserve(2 * items_.capacity());
    } catch (const std::exception&) { return false; }
    return true;
  }

 private:
  std::vector<Item*> items_;
};

static_assert(container<array<>>);

}  // namespace jackdaw::queue
