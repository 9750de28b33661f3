// The thread-local variables of the program, one set for each simulated thread.
//
// All of them live at the same addresses: a swap of contexts exchanges what is there. So the address of one must not be
// given to another thread, and one with a destructor must not be used first by a simulated thread (the C++ runtime
// would destroy it once for each at the end). Those of shared libraries are not exchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jackdaw::simulated {

class thread_locals {
 public:
  /// As they are where a thread begins.
  [[nodiscard]] static thread_locals fresh();

  /// Keeps those that are in place, and puts `next` there.
  void exchange_for(const thread_locals& next);

  /// Whether the address is that of a thread-local variable.
  [[nodiscard]] static bool contain(std::uintptr_t address) noexcept;

 private:
  std::vector<std::byte> values_;
};

}  // namespace jackdaw::simulated
