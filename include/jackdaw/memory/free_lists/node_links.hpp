// How free blocks are linked: by a node that lies in the block itself.
#pragma once

#include <array>
#include <cstddef>
#include <new>

namespace jackdaw::memory {

/// What free lists link are nodes with `next`, and with `next_batch` for lists of batches
/// (central_batches.hpp).
///
/// A link policy turns a block into a node (wrap) and back (unwrap); neither throws. `shared` is what all
/// workers have together for one class of size. drain() and release() end its life, see shelf.hpp.
///
/// The links lie in the free blocks (suffix f of KR02's names). Nothing else is needed, but the first line of
/// a free block is written when it is freed. The other policy is in item_links.hpp.
struct in_block {
  struct node {
    node* next;
    node* next_batch;
    std::array<node*, 2> ahead;  // fetch_ahead.hpp
  };
  struct shared {};
  static constexpr bool has_items = false;

  /// Blocks have at least the size of a node (size_class.hpp).
  [[nodiscard]] static node* wrap(shared& /*all*/, void* block) noexcept {
    return new (block) node;  // the list that takes it in writes the links
  }
  [[nodiscard]] static void* unwrap(shared& /*all*/, node* linked) noexcept { return linked; }

  void drain(shared& /*all*/) noexcept {}
  void release() noexcept {}
  static void drain_shared(shared& /*all*/) noexcept {}
  static void release_shared(shared& /*all*/) noexcept {}
  [[nodiscard]] std::size_t held() const noexcept { return 0; }
  [[nodiscard]] static std::size_t held_shared(const shared& /*all*/) noexcept { return 0; }
};

}  // namespace jackdaw::memory
