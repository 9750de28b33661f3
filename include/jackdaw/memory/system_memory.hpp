// Memory straight from the system's allocator.
#pragma once

#include <cstddef>
#include <new>

#include <jackdaw/memory/manager.hpp>
#include <jackdaw/memory/sized_delete.hpp>

namespace jackdaw::memory {

/// KR02's dummy manager bs: a call of the system for every block. The yardstick of the others, and the one to
/// take when another allocator (jemalloc, mimalloc) is linked into the program.
class system_manager {
 public:
  static constexpr bool balances = true;

  explicit system_manager(unsigned /*workers*/) noexcept {}

  [[nodiscard]] void* allocate(unsigned /*id*/, std::size_t bytes) { return ::operator new(bytes); }
  void deallocate(unsigned /*id*/, void* block, std::size_t bytes) noexcept { sized_delete(block, bytes); }

  /// Whatever is free has gone back.
  [[nodiscard]] static constexpr std::size_t held() noexcept { return 0; }
};

static_assert(manager<system_manager>);

}  // namespace jackdaw::memory
