// Iterating the memory managers in tests.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>

#include <doctest/doctest.h>

#include <jackdaw/memory/manager.hpp>
#include <jackdaw/memory/memory_catalogue.hpp>

namespace jackdaw::tests {

/// Calls `test.operator()<Manager>()` for each catalogued manager.
inline void for_each_manager(auto test) {
  memory::catalogue.for_each([&]<class Manager>(const memory::catalogue_entry<Manager>& entry) {
    static_assert(memory::manager<Manager>);
    CAPTURE(std::string(entry.name));
    test.template operator()<Manager>();
  });
}

/// A block in use, filled with its stamp: a block that was handed out twice shows up as overwritten.
struct stamped {
  unsigned char* block = nullptr;
  std::size_t bytes = 0;
  unsigned char stamp = 0;

  template <class Manager>
  [[nodiscard]] static stamped make(Manager& manager, unsigned id, std::size_t bytes, std::size_t stamp) {
    auto* const block = static_cast<unsigned char*>(manager.allocate(id, bytes));
    const auto value = static_cast<unsigned char>(stamp % 251);
    std::memset(block, value, bytes);
    return {block, bytes, value};
  }

  /// Whether no other thread has written to it.
  [[nodiscard]] bool intact() const {
    return bytes == 0 || (block[0] == stamp && std::memcmp(block, block + 1, bytes - 1) == 0);
  }
};

/// More than a worker of any manager that balances can keep of one class of size, in blocks: balanced.hpp has
/// the figures, and the large array of bk is one group.
inline constexpr std::size_t most_kept = 1000 + memory::whole_list::elements(memory::size_class::smallest);

}  // namespace jackdaw::tests
