// Free lists by worker, and a central place that balances them.
#pragma once

#include <cstddef>
#include <utility>

#include <jackdaw/memory/central_batches.hpp>
#include <jackdaw/memory/free_list.hpp>
#include <jackdaw/memory/link.hpp>
#include <jackdaw/memory/shelf.hpp>
#include <jackdaw/memory/supply.hpp>

namespace jackdaw::memory {

/// Whom a worker asks first when its own list is empty: the central list, or the rest of the last group that
/// it got from the system (suffix 1 of KR02's names). Only where elements are cut off when needed.
enum class asked_first : unsigned char { central, rest };

/// Distributed and central free lists (prefix c of KR02's names): a worker keeps some blocks for itself; what
/// is more goes into the central list, from which an empty list is filled before anything is asked of the
/// system.
///
/// The paper says that central lists balance, not when and by how much: here by whole batches, so that one
/// lock is taken for `Batch` blocks. The length of a worker's list is not counted, which would cost a store in
/// every call: only frees are, and after `frees_between` of them the list is walked (tidy).
/// Who calls what: a shelf belongs to one worker; `shared` is used by all (central_batches.hpp).
/// I1: the list is shorter than 2 × Batch after tidy(), and at most as long as one batch or one group after
/// it was empty; at most `frees_between` blocks are freed from then to the next tidy(). So it is never longer
/// than `most_kept`. I2: a batch has Batch blocks. I3: a block is in use, in one list, or in one batch.
/// Cost: of distributed.hpp, and one countdown in a free; a walk of at most most_kept blocks in frees_between
/// frees, short where the list is; a lock for every Batch blocks that cross over.
/// Memory held, of one class of size with P workers: the worker that was the last to look into the empty
/// central list before it asked the system had no free block then; every other one had at most most_kept,
/// and the rest of a group. Since then each of the P can have got one group at most, or it would have looked
/// later. Hence at most the largest number of blocks in use at once, plus P × (most_kept + 2 groups): with
/// the defaults less than 800 for each worker.
template <class Link, class Supply, asked_first First, class Central = central_batches<>,
          std::size_t Batch = 64>
class balanced {
  using node = typename Link::node;
  static_assert(Central::keeps || Supply::one_by_one);
  static_assert(Supply::most_elements <= 2 * Batch);  // I1

 public:
  class shared {
    friend balanced;
    [[no_unique_address]] typename Link::shared link_;
    [[no_unique_address]] typename Central::template of<node> central_;
  };
  static constexpr bool balances = true;
  static constexpr std::size_t frees_between = 8 * Batch;
  static constexpr std::size_t most_kept = frees_between + 2 * Batch;

  [[nodiscard]] void* take(shared& all, std::size_t bytes) {
    if (auto* const linked = list_.pop()) [[likely]]
      return link_.unwrap(all.link_, linked);
    return restock(all, bytes);
  }

  void put(shared& all, void* block, std::size_t bytes) noexcept {
    list_.push(link_.wrap(all.link_, block));
    if (--frees_left_ == 0) [[unlikely]]
      tidy(all, bytes);
  }

  void drain(shared& all, std::size_t bytes) noexcept {
    drain_batch(all, list_.detach(), bytes);
    // Whoever is first empties the central list: then items go into a store of a worker, not into none.
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
    if constexpr (First == asked_first::rest) {
      if (void* const left = supply_.rest(bytes)) return left;
    }
    if (node* const batch = all.central_.take()) {
      list_ = free_list<node>(batch);
      return link_.unwrap(all.link_, list_.pop());
    }
    if constexpr (First == asked_first::central) {
      if (void* const left = supply_.rest(bytes)) return left;
    }
    return supply_.fresh(bytes, [&](void* spare) { list_.push(link_.wrap(all.link_, spare)); });
  }

  /// After many frees: keeps the newest batch, and what does not fill another one; gives the others away.
  [[gnu::noinline]] void tidy(shared& all, std::size_t bytes) noexcept {
    frees_left_ = frees_between;
    list_.cut_batches(Batch, [&](node* batch) {
      if constexpr (Central::keeps) {
        all.central_.give(batch);
      } else {
        drain_batch(all, batch, bytes);
      }
    });
  }

  /// The blocks that came from the system one by one go back.
  void drain_batch(shared& all, node* batch, std::size_t bytes) noexcept {
    if constexpr (Supply::one_by_one || Link::has_items) {
      free_list<node> left(batch);
      while (node* const linked = left.pop()) supply_.discard(link_.unwrap(all.link_, linked), bytes);
    }
  }

  free_list<node> list_;
  std::size_t frees_left_ = frees_between;  // until tidy
  [[no_unique_address]] Link link_;
  Supply supply_;
};

static_assert(shelf<balanced<in_block, single_elements, asked_first::central>>);

}  // namespace jackdaw::memory
