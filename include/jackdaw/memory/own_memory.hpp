// A memory manager as one worker uses it.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <jackdaw/memory/manager.hpp>

namespace jackdaw::memory {

/// A manager that shows what it keeps for each worker. at(id).allocate(bytes) and at(id).deallocate(block, bytes) are
/// its calls with this id. at(id) stays where it is.
template <class M>
concept manager_by_worker = manager<M> && requires(M m, unsigned id, std::size_t bytes, void* block) {
  { m.at(id).allocate(bytes) } -> std::same_as<void*>;
  { m.at(id).deallocate(block, bytes) } -> std::same_as<void>;
};

/// The calls of a manager with one id. A task costs little more than its block and its place in a queue. So a worker
/// finds its free blocks by one address, not by the manager's and its own number.
template <manager M>
class own_memory {
 public:
  own_memory(M& manager, unsigned id) noexcept : manager_(&manager), id_(id) {}

  [[nodiscard]] void* allocate(std::size_t bytes) { return manager_->allocate(id_, bytes); }
  void deallocate(void* block, std::size_t bytes) { manager_->deallocate(id_, block, bytes); }

 private:
  M* manager_;
  unsigned id_;
};

template <manager_by_worker M>
class own_memory<M> {
 public:
  own_memory(M& manager, unsigned id) noexcept : own_(&manager.at(id)) {}

  [[nodiscard]] void* allocate(std::size_t bytes) { return own_->allocate(bytes); }
  void deallocate(void* block, std::size_t bytes) { own_->deallocate(block, bytes); }

 private:
  std::remove_reference_t<decltype(std::declval<M&>().at(0U))>* own_;
};

}  // namespace jackdaw::memory
