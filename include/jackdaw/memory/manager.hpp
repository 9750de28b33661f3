// What a memory manager is.
#pragma once

#include <concepts>
#include <cstddef>

namespace jackdaw::memory {

/// Memory for tasks, by worker. Source: KR02 section 4.4 and 6.2 (tpool_alloc_task, tpool_free_task).
///
/// A manager is made for a number of workers. `id` is the number of the calling worker; calls with different
/// numbers may run at the same time, calls with the same number may not. A block may be freed by another
/// worker than the one that allocated it; `bytes` is the same in both calls. Blocks are aligned for any
/// ordinary object
/// (__STDCPP_DEFAULT_NEW_ALIGNMENT__). Throws std::bad_alloc, and stays usable. All blocks have been given
/// back when the manager dies; it then gives its memory back to the system.
template <class M>
concept manager =
    std::constructible_from<M, unsigned> && requires(M m, unsigned id, std::size_t bytes, void* block) {
      { m.allocate(id, bytes) } -> std::same_as<void*>;
      { m.deallocate(id, block, bytes) } -> std::same_as<void>;
    };

}  // namespace jackdaw::memory
