// Free lists by worker, and a central place that balances them.
#pragma once

#include <cstddef>
#include <utility>

#include <jackdaw/memory/free_lists/block_supply.hpp>
#include <jackdaw/memory/free_lists/central_batches.hpp>
#include <jackdaw/memory/free_lists/fetch_ahead.hpp>
#include <jackdaw/memory/free_lists/free_list.hpp>
#include <jackdaw/memory/free_lists/node_links.hpp>
#include <jackdaw/memory/free_lists/shelf.hpp>

namespace jackdaw::memory {

/// Where a worker looks first when its own list is empty. That is the central list, or what is left of the last group
/// from the system (suffix 1 of KR02's names). Only where elements are cut off when needed.
enum class asked_first : unsigned char { central, rest };

/// Distributed and central free lists (prefix c of KR02's names): a worker keeps some blocks for itself, and the
/// others go into the central list. An empty list is filled from there before the system is asked.
///
/// The paper says that central lists balance, not when and by how much. Here they do by whole batches, so that one
/// lock is taken for `Batch` blocks. A worker has a list in use. Beside it, it has as many full batches as it has got
/// from the system itself, and one more. What goes beyond that was allocated by other workers, which need it. So
/// blocks that stay with their worker never meet a lock. Source: the magazines of Bonwick and Adams (USENIX 2001),
/// with this limit.
///
/// Blocks that cross over come back in another order, which no hardware foresees. So for each batch that it gets
/// from others a worker reads two of its own ahead as well, later (fetch_ahead.hpp).
/// Callers: a shelf belongs to one worker; `shared` is used by all (central_batches.hpp).
/// Invariants
///   BL-I1  the list in use has `count_` blocks, at most Batch.
///   BL-I2  a batch has Batch blocks.
///   BL-I3  a block is in use, in one list, or in one batch.
/// Cost: of distributed_lists.hpp, and a count in each call; a lock for every Batch blocks that cross over.
/// Memory held, of one class of size: a worker gets blocks from the system only when it has no free block itself. So
/// it has got at most as many blocks as were in use at once, and one group. It keeps at most that many and 2 × Batch,
/// whichever worker got them. Hence P workers hold at most P times the largest number of blocks in use at once, plus
/// P × (2 × Batch + 2 groups). With the defaults that addend is 256 for each worker. Groups that come in slabs
/// (block_supply.hpp) may add a sixteenth, of which nothing is touched before it is needed.
template <class Link, class Supply, asked_first First, class Central = central_batches<>,
          std::size_t Batch = 64>
class balanced {
  using node = typename Link::node;
  static constexpr std::size_t shown_for_each = 2;  // batch that crosses over
  static_assert(Central::keeps || Supply::one_by_one);
  static_assert(Supply::most_elements <= Batch);  // BL-I1

 public:
  class shared {
    friend balanced;
    [[no_unique_address]] typename Link::shared link_;
    [[no_unique_address]] typename Central::template of<node> central_;
  };
  static constexpr bool balances = true;

  [[nodiscard]] void* take(shared& all, std::size_t bytes) {
    if (auto* const linked = list_.pop()) [[likely]] {
      --count_;
      return link_.unwrap(all.link_, linked);
    }
    return restock(all, bytes);
  }

  void put(shared& all, void* block, std::size_t bytes) noexcept {
    if (count_ == Batch) [[unlikely]]
      set_aside(all, bytes);
    list_.push(link_.wrap(all.link_, block));
    ++count_;
  }

  void drain(shared& all, std::size_t bytes) noexcept {
    drain_batch(all, list_.detach(), bytes);
    while (node* const batch = pop_own()) drain_batch(all, batch, bytes);
    // The first worker empties the central list: then items go into a store of a worker, not into none.
    while (node* const batch = all.central_.take()) drain_batch(all, batch, bytes);
  }
  void drain_items(shared& all) noexcept { link_.drain(all.link_); }
  void release() noexcept {
    supply_.release();
    link_.release();
  }
  [[nodiscard]] std::size_t held() const noexcept { return supply_.held() + link_.held(); }

  static void drain_shared(shared& /*all*/, std::size_t /*bytes*/) noexcept {}
  static void drain_shared_items(shared& all) noexcept { Link::drain_shared(all.link_); }
  static void release_shared(shared& all) noexcept { Link::release_shared(all.link_); }
  [[nodiscard]] static std::size_t held_shared(const shared& all) noexcept {
    return Link::held_shared(all.link_);
  }

 private:
  /// A block for a worker whose list is empty.
  [[nodiscard, gnu::noinline]] void* restock(shared& all, std::size_t bytes) {
    if (node* const batch = pop_own()) {
      fetch_ahead<Batch>(batch);
      return first_of(all, batch);
    }
    if constexpr (First == asked_first::rest) {
      if (void* const left = supply_.rest(bytes)) return left;
    }
    if (node* const batch = all.central_.take()) {
      mixed_ += shown_for_each;
      fetch_ahead<Batch>(batch);
      return first_of(all, batch);
    }
    if constexpr (First == asked_first::central) {
      if (void* const left = supply_.rest(bytes)) return left;
    }
    void* const fresh = supply_.fresh(bytes, [&](void* spare) {
      list_.push(link_.wrap(all.link_, spare));
      ++count_;
    });
    got_ += Supply::most_elements;
    return fresh;
  }

  /// A block of a batch; the others become the list in use. BL-I2
  [[nodiscard]] void* first_of(shared& all, node* batch) noexcept {
    list_ = free_list<node>(batch);
    count_ = Batch - 1;
    return link_.unwrap(all.link_, list_.pop());
  }

  /// The list in use has become a batch.
  [[gnu::noinline]] void set_aside(shared& all, std::size_t bytes) noexcept {
    node* const batch = list_.detach();
    count_ = 0;
    if (batches_ * Batch <= got_) {
      if (mixed_ == 0) [[likely]] {
        show_nothing(batch);
      } else {
        --mixed_;
        show_ahead<Batch>(batch);
      }
      batch->next_batch = std::exchange(own_, batch);
      ++batches_;
    } else if constexpr (Central::keeps) {
      show_ahead<Batch>(batch);
      all.central_.give(batch);
    } else {
      drain_batch(all, batch, bytes);
    }
  }

  [[nodiscard]] node* pop_own() noexcept {
    if (own_ == nullptr) return nullptr;
    --batches_;
    return std::exchange(own_, own_->next_batch);
  }

  /// The blocks that came from the system one by one go back.
  void drain_batch(shared& all, node* batch, std::size_t bytes) noexcept {
    if constexpr (Supply::one_by_one || Link::has_items) {
      free_list<node> left(batch);
      while (node* const linked = left.pop()) supply_.discard(link_.unwrap(all.link_, linked), bytes);
    }
  }

  free_list<node> list_;
  std::size_t count_ = 0;    // of list_
  node* own_ = nullptr;      // full batches
  std::size_t batches_ = 0;  // of own_
  std::size_t got_ = 0;      // blocks from the system, about
  std::size_t mixed_ = 0;    // as many batches are shown ahead
  [[no_unique_address]] Link link_;
  Supply supply_;
};

static_assert(shelf<balanced<in_block, single_elements, asked_first::central>>);

}  // namespace jackdaw::memory
