// Free lists by worker: no lock, no shared word.
#pragma once

#include <cstddef>
#include <memory>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/memory/manager.hpp>
#include <jackdaw/memory/size_class.hpp>

namespace jackdaw::memory {

/// Distributed free lists (prefix d of KR02's names): a freed block goes into the list of the worker that
/// freed it.
///
/// Not for programs in which one worker creates and another runs all tasks for hours: blocks then move from
/// one list to the other and never back, and memory held grows with the number of tasks that crossed over.
/// Cost: a load and a store without contention; blocks above size_class::largest cost a call of the system.
/// Memory held: at most the largest number of blocks that were in use at once plus those that crossed between
/// workers, rounded up to their class; given back when the manager dies.
template <class List, class Supply>
class distributed {
 public:
  explicit distributed(unsigned workers)
      : workers_(workers), lists_(std::make_unique<base::padded<by_class>[]>(workers)) {}
  distributed(const distributed&) = delete;
  distributed& operator=(const distributed&) = delete;

  ~distributed() {
    for (unsigned id = 0; id < workers_; ++id) {
      for (auto& shelf : lists_[id]->shelves) shelf.supply.release(shelf.list);
    }
  }

  [[nodiscard]] void* allocate(unsigned id, std::size_t bytes) {
    if (bytes > size_class::largest) [[unlikely]]
      return ::operator new(bytes);
    const unsigned index = size_class::of(bytes);
    auto& shelf = lists_[id]->shelves[index];
    if (void* const block = shelf.list.pop()) [[likely]]
      return block;
    return shelf.supply.refill(shelf.list, size_class::bytes(index));
  }

  void deallocate(unsigned id, void* block, std::size_t bytes) noexcept {
    if (bytes > size_class::largest) [[unlikely]]
      return ::operator delete(block, bytes);
    lists_[id]->shelves[size_class::of(bytes)].list.push(block);
  }

 private:
  struct shelf_of_class {
    List list;
    Supply supply;
  };
  struct by_class {
    shelf_of_class shelves[size_class::count];
  };

  unsigned workers_;
  std::unique_ptr<base::padded<by_class>[]> lists_;
};

}  // namespace jackdaw::memory
