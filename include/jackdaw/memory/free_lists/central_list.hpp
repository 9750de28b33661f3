// One free list for all workers.
#pragma once

#include <cstddef>
#include <mutex>

#include <jackdaw/memory/free_lists/distributed_lists.hpp>
#include <jackdaw/memory/free_lists/shelf.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/lock.hpp>

namespace jackdaw::memory {

/// Central free lists (KR02's names without prefix): one shelf behind one lock, its items and its supply
/// included. One list for each class of size, with a lock of its own, since sizes differ here.
///
/// Cost: a lock for every block; all workers meet there, which KR02 found to be slower than the system's
/// malloc. The lock is held during a call of the system, so it is a blocking one.
/// Memory held, of one class of size: at most the largest number of blocks that were in use at once, plus
/// one group. For a new block is made only while the list is empty.
template <class Link, class Supply, sync::lock Lock = sync::blocking_lock>
class central {
 public:
  class shared {
    friend central;
    Lock lock_;
    distributed<Link, Supply> shelf_;
    [[no_unique_address]] typename Link::shared link_;
  };
  static constexpr bool balances = true;

  [[nodiscard]] void* take(shared& all, std::size_t bytes) {
    const std::lock_guard hold(all.lock_);
    return all.shelf_.take(all.link_, bytes);
  }

  void put(shared& all, void* block, std::size_t bytes) noexcept {
    const std::lock_guard hold(all.lock_);
    all.shelf_.put(all.link_, block, bytes);
  }

  void drain(shared& /*all*/, std::size_t /*bytes*/) noexcept {}
  void drain_items(shared& /*all*/) noexcept {}
  void release() noexcept {}
  [[nodiscard]] std::size_t held() const noexcept { return 0; }

  static void drain_shared(shared& all, std::size_t bytes) noexcept { all.shelf_.drain(all.link_, bytes); }
  static void drain_shared_items(shared& all) noexcept { all.shelf_.drain_items(all.link_); }
  static void release_shared(shared& all) noexcept { all.shelf_.release(); }
  [[nodiscard]] static std::size_t held_shared(const shared& all) noexcept { return all.shelf_.held(); }
};

static_assert(shelf<central<in_block, single_elements>>);

}  // namespace jackdaw::memory
