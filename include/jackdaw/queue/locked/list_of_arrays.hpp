// The list of arrays: push and pop at the end of the last array.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// A LIFO list of arrays of pointers to its items. One thread at a time.
///
/// Source: KR02 section 4.2, where it is "a good trade-off" between a list and an array: instead of enlarging an array
/// that has become too small, a new one is linked to it. The paper measures no pool with it. `Size`: items in an array;
/// the paper does not say. Decision: one empty array is kept, so that pushes and pops around the edge of two do not
/// allocate each time.
/// Invariants
///   LA-I1  every array but the last is full. The last one holds the `count_` newest items.
///   LA-I2  the last one is empty only where it is the first, or was emptied by the latest pop.
///   LA-I3  spare_ is linked to nothing. So an item is in one array, and each array has one owner.
/// Cost: as an array; one allocation for `Size` pushes into a growing queue. No item is ever copied. Memory: given back
/// as the queue shrinks, but for one empty array. Errors: a push that finds no memory throws std::bad_alloc, stores
/// nothing and changes nothing.
template <class Item = task, std::size_t Size = 256>
class list_of_arrays {
 public:
  using item_type = Item;

  list_of_arrays() : last_(std::make_unique_for_overwrite<one_array>()) {}
  list_of_arrays(const list_of_arrays&) = delete;
  list_of_arrays& operator=(const list_of_arrays&) = delete;
  ~list_of_arrays() {
    while (last_ != nullptr) last_ = std::move(last_->before);  // a chain of destructors might be deep
  }

  void push(Item& item) {
    if (count_ == Size) link_array();
    last_->items[count_++] = &item;
  }

  /// The item pushed last; null when empty.
  [[nodiscard]] Item* pop() noexcept {
    if (count_ == 0 && !unlink_array()) return nullptr;
    return last_->items[--count_];
  }

  /// Whether the next push finds room. Allocates it where there is none.
  [[nodiscard]] bool make_room() noexcept {
    if (count_ == Size && spare_ == nullptr) spare_.reset(new (std::nothrow) one_array);
    return count_ != Size || spare_ != nullptr;
  }

 private:
  struct one_array {
    std::unique_ptr<one_array> before;
    std::array<Item*, Size> items;
  };

  void link_array() {
    std::unique_ptr<one_array> next =
        spare_ != nullptr ? std::move(spare_) : std::make_unique_for_overwrite<one_array>();
    next->before = std::move(last_);
    last_ = std::move(next);
    count_ = 0;
  }

  /// False: the empty one is the first, so that there is nothing.
  [[nodiscard]] bool unlink_array() noexcept {
    if (last_->before == nullptr) return false;               // LA-I2
    spare_ = std::exchange(last_, std::move(last_->before));  // LA-I3: what was spare goes
    count_ = Size;                                            // LA-I1
    return true;
  }

  std::unique_ptr<one_array> last_;
  std::unique_ptr<one_array> spare_;
  std::size_t count_ = 0;
};

static_assert(container<list_of_arrays<>>);

}  // namespace jackdaw::queue
