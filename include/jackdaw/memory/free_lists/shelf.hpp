// What one worker, or all of them, have for blocks of one size.
#pragma once

#include <concepts>
#include <cstddef>

#include <jackdaw/memory/size_class.hpp>

namespace jackdaw::memory {

/// The organisation of a manager's free lists (KR02 table 1, first column), for blocks of one class of size.
///
/// There is one shelf for each worker, used by this worker alone, and one `shared` for all workers.
///   take(all, bytes)         a block; `bytes` is the same in all calls. Throws std::bad_alloc; nothing is
///                            changed then
///   put(all, block, bytes)   takes a free block in
///   held()                   bytes this shelf has from the system. A worker may give back what another took,
///                            so only the sum over all shelves and `shared` (modulo 2^64) means something
///   balances                 whether blocks that were freed by another worker than their allocator come back
/// At the end, when no block is in use, one thread calls the following in this order. Each step is done for all
/// workers and then for `shared` before the next one begins, because lists link blocks of several workers:
///   drain(all, bytes)        what came from the system one by one goes back; items go into their store
///   drain_items(all)         the same for the store of the items
///   release()                what came from the system in groups goes back
template <class S>
concept shelf = requires(S s, const S& c, typename S::shared& all, const typename S::shared& seen,
                         void* block, std::size_t bytes) {
  S(), typename S::shared();  // no std::default_initializable: see sync/lock.hpp
  { s.take(all, bytes) } -> std::same_as<void*>;
  { s.put(all, block, bytes) } noexcept;
  { s.drain(all, bytes) } noexcept;
  { s.drain_items(all) } noexcept;
  { s.release() } noexcept;
  { S::drain_shared(all, bytes) } noexcept;
  { S::drain_shared_items(all) } noexcept;
  { S::release_shared(all) } noexcept;
  { c.held() } -> std::same_as<std::size_t>;
  { S::held_shared(seen) } -> std::same_as<std::size_t>;
  { S::balances } -> std::convertible_to<bool>;
};

}  // namespace jackdaw::memory
