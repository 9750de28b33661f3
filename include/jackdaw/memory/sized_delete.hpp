// Giving memory back to the system with its size, where the compiler knows how.
#pragma once

#include <cstddef>
#include <new>

namespace jackdaw::memory {

/// What `::operator new(bytes)` gave goes back. clang++ before 19 declares no delete with a size, and g++ none under
/// -fno-sized-deallocation: then without it.
inline void sized_delete(void* block, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef __cpp_sized_deallocation
  ::operator delete(block, bytes);
#else
  ::operator delete(block);
#endif
}

}  // namespace jackdaw::memory
