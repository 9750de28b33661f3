// A memory manager made of shelves.
#pragma once

#include <array>
#include <cstddef>
#include <new>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/memory/free_lists/shelf.hpp>
#include <jackdaw/memory/manager.hpp>
#include <jackdaw/memory/size_class.hpp>
#include <jackdaw/memory/sized_delete.hpp>

namespace jackdaw::memory {

/// Recycles blocks: one shelf for each worker and class of size. The kind of shelf decides which workers own the free
/// lists (central_list.hpp, distributed_lists.hpp, balanced_lists.hpp), what that costs, and how much memory is held at
/// most. Blocks above size_class::largest come from the system and go back to it at once: a call for each.
template <shelf Shelf>
class pooled {
  using shared_of_class = base::padded<typename Shelf::shared>;

 public:
  static constexpr bool balances = Shelf::balances;

  explicit pooled(unsigned workers) : workers_(workers), own_(workers) {
    for (unsigned id = 0; id < workers; ++id) own_[id]->shared_ = shared_.data();
  }
  pooled(const pooled&) = delete;
  pooled& operator=(const pooled&) = delete;

  ~pooled() {
    for_each_shelf([this](Shelf& each, unsigned i) { each.drain(*shared_[i], size_class::bytes(i)); });
    for_each_shared([](auto& all, unsigned i) { Shelf::drain_shared(all, size_class::bytes(i)); });
    for_each_shelf([this](Shelf& each, unsigned i) { each.drain_items(*shared_[i]); });
    for_each_shared([](auto& all, unsigned) { Shelf::drain_shared_items(all); });
    for_each_shelf([](Shelf& each, unsigned) { each.release(); });
    for_each_shared([](auto& all, unsigned) { Shelf::release_shared(all); });
  }

  /// The calls of one worker. Inline: the size is a constant of the caller, and then few instructions are left.
  class local {
   public:
    [[nodiscard, gnu::always_inline]] void* allocate(std::size_t bytes) {
      if (bytes > size_class::largest) [[unlikely]]
        return ::operator new(bytes);
      const unsigned i = size_class::of(bytes);
      return shelves_[i].take(*shared_[i], size_class::bytes(i));
    }

    [[gnu::always_inline]] void deallocate(void* block, std::size_t bytes) noexcept {
      if (bytes > size_class::largest) [[unlikely]]
        return sized_delete(block, bytes);
      const unsigned i = size_class::of(bytes);
      shelves_[i].put(*shared_[i], block, size_class::bytes(i));
    }

   private:
    friend pooled;
    std::array<Shelf, size_class::count> shelves_;
    shared_of_class* shared_ = nullptr;  // of all workers, by class
  };
  [[nodiscard]] local& at(unsigned id) noexcept { return *own_[id]; }

  [[nodiscard]] void* allocate(unsigned id, std::size_t bytes) { return at(id).allocate(bytes); }
  void deallocate(unsigned id, void* block, std::size_t bytes) noexcept { at(id).deallocate(block, bytes); }

  /// See manager.hpp.
  [[nodiscard]] std::size_t held() const noexcept {
    std::size_t bytes = 0;
    for (unsigned id = 0; id < workers_; ++id) {
      for (const Shelf& each : own_[id]->shelves_) bytes += each.held();
    }
    for (const auto& all : shared_) bytes += Shelf::held_shared(*all);
    return bytes;
  }

 private:
  void for_each_shelf(auto step) noexcept {
    for (unsigned id = 0; id < workers_; ++id) {
      for (unsigned i = 0; i < size_class::count; ++i) step(own_[id]->shelves_[i], i);
    }
  }
  void for_each_shared(auto step) noexcept {
    for (unsigned i = 0; i < size_class::count; ++i) step(*shared_[i], i);
  }

  unsigned workers_;
  base::owned_array<base::padded<local>> own_;
  std::array<shared_of_class, size_class::count> shared_;
};

}  // namespace jackdaw::memory
