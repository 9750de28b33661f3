// Free lists by worker: no lock, no shared word.
#pragma once

#include <cstddef>

#include <jackdaw/memory/free_lists/block_supply.hpp>
#include <jackdaw/memory/free_lists/free_list.hpp>
#include <jackdaw/memory/free_lists/node_links.hpp>
#include <jackdaw/memory/free_lists/shelf.hpp>

namespace jackdaw::memory {

/// Distributed free lists (prefix d of KR02's names): a freed block goes into the list of the worker that
/// freed it.
///
/// Not for programs in which one worker creates and another runs all tasks for hours. Blocks then move from
/// one list to the other and never back. Cost: a load and a store without contention.
/// Memory held, of one class of size: every new block is asked for by a worker whose list is empty. So the list of a
/// worker is as long as the number of blocks it has freed and not allocated since. Hence the number of blocks is at
/// most the sum of three terms. The first is the largest number of blocks that were in use at once. The second is,
/// for every worker, those that it freed and others allocated. The third is what is left of one group for each
/// worker. Nothing bounds the second term: it grows with the program's traffic from one worker to another. KR02
/// defines these managers so (section 8.1 argues that balancing does not pay); balanced_lists.hpp has the remedy.
template <class Link, class Supply>
class distributed {
 public:
  using shared = typename Link::shared;
  static constexpr bool balances = false;

  [[nodiscard]] void* take(shared& all, std::size_t bytes) {
    if (auto* const linked = list_.pop()) [[likely]]
      return link_.unwrap(all, linked);
    if (void* const left = supply_.rest(bytes)) return left;
    return supply_.fresh(bytes, [&](void* spare) { put(all, spare, bytes); });
  }

  void put(shared& all, void* block, std::size_t /*bytes*/) noexcept { list_.push(link_.wrap(all, block)); }

  void drain(shared& all, std::size_t bytes) noexcept {
    if constexpr (Supply::one_by_one || Link::has_items) {
      while (auto* const linked = list_.pop()) supply_.discard(link_.unwrap(all, linked), bytes);
    }
  }
  void drain_items(shared& all) noexcept { link_.drain(all); }
  void release() noexcept {
    supply_.release();
    link_.release();
  }
  [[nodiscard]] std::size_t held() const noexcept { return supply_.held() + link_.held(); }

  static void drain_shared(shared& /*all*/, std::size_t /*bytes*/) noexcept {}
  static void drain_shared_items(shared& all) noexcept { Link::drain_shared(all); }
  static void release_shared(shared& all) noexcept { Link::release_shared(all); }
  [[nodiscard]] static std::size_t held_shared(const shared& all) noexcept { return Link::held_shared(all); }

 private:
  free_list<typename Link::node> list_;
  [[no_unique_address]] Link link_;
  Supply supply_;
};

static_assert(shelf<distributed<in_block, single_elements>>);

}  // namespace jackdaw::memory
