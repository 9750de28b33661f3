// What a memory manager is.
#pragma once

#include <concepts>
#include <cstddef>
#include <utility>

namespace jackdaw::memory {

/// Memory for tasks, by worker. Source: KR02 section 4.4 and 6.2 (tpool_alloc_task, tpool_free_task).
///
/// A manager is made for a number of workers. `id` is the number of the calling worker; calls with different
/// numbers may run at the same time, calls with the same number may not. A block may be freed by another
/// worker than the one that allocated it; `bytes` is the same in both calls. Blocks are aligned for any
/// ordinary object (__STDCPP_DEFAULT_NEW_ALIGNMENT__). allocate throws std::bad_alloc, and the manager stays
/// usable; deallocate does not throw. All blocks have been given back when the manager dies; it then gives
/// its memory back to the system.
///   held()    bytes that the manager has from the system, but for blocks that go back to it as soon as they
///             are freed. Only while no other call is under way
///   balances  whether held() is bounded by what was in use at once, however many blocks are freed by another
///             worker than their allocator. The bounds are in central_list.hpp, distributed_lists.hpp and
///             balanced_lists.hpp
template <class M>
concept manager =
    std::constructible_from<M, unsigned> && requires(M m, unsigned id, std::size_t bytes, void* block) {
      { m.allocate(id, bytes) } -> std::same_as<void*>;
      { m.deallocate(id, block, bytes) } -> std::same_as<void>;
      { std::as_const(m).held() } -> std::same_as<std::size_t>;
      { M::balances } -> std::convertible_to<bool>;
    };

}  // namespace jackdaw::memory
