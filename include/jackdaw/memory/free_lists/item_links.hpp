// How free blocks are linked: by separate items.
#pragma once

#include <cstddef>
#include <new>

#include <jackdaw/memory/free_lists/node_links.hpp>
#include <jackdaw/memory/free_lists/shelf.hpp>

namespace jackdaw::memory {

/// Link policy: a free block is linked by an item outside of it. So freeing does not touch the block
/// (KR02 section 4.4: managers without the suffix f). The items come from the shelf `Store`, and go back into
/// it when their block is handed out. Free items are linked in themselves.
///
/// Freeing a block may need an item from the system. When there is none, the block becomes its own item: a
/// block has room for one. So a free never fails. The paper does not say what happens then.
template <class Store>
class items {
 public:
  struct node {
    node* next;
    node* next_batch;
    void* block;  ///< what it links; the node itself where the block is its own item
  };
  using shared = typename Store::shared;
  static constexpr bool has_items = true;
  static_assert(sizeof(node) <= size_class::smallest);

  [[nodiscard]] node* wrap(shared& all, void* block) noexcept {
    return new (place_of_item(all, block)) node{nullptr, nullptr, block};
  }

  [[nodiscard]] void* unwrap(shared& all, node* linked) noexcept {
    void* const block = linked->block;
    if (block != linked) store_.put(all, linked, size_class::smallest);
    return block;
  }

  void drain(shared& all) noexcept { store_.drain(all, size_class::smallest); }
  void release() noexcept { store_.release(); }
  static void drain_shared(shared& all) noexcept { Store::drain_shared(all, size_class::smallest); }
  static void release_shared(shared& all) noexcept { Store::release_shared(all); }
  [[nodiscard]] std::size_t held() const noexcept { return store_.held(); }
  [[nodiscard]] static std::size_t held_shared(const shared& all) noexcept { return Store::held_shared(all); }

 private:
  void* place_of_item(shared& all, void* block) noexcept {
    try {
      return store_.take(all, size_class::smallest);
    } catch (const std::bad_alloc&) {
      return block;  // which is its own item
    }
  }

  Store store_;
};

}  // namespace jackdaw::memory
