// The fences of the library, in an exploration.
#pragma once

#include <source_location>

#include <jackdaw/simulated/explorer.hpp>

namespace jackdaw::simulated {

/// As base::compiler_fence (base/compiler_fence.hpp).
inline void compiler_fence(const std::source_location& at = std::source_location::current()) noexcept {
  explorer::compiler_fence(at);
}

/// As base::asymmetric_fence of a process that has membarrier.
class explored_asymmetric_fence {
 public:
  using site = std::source_location;

  static void light(const site& at = site::current()) noexcept { compiler_fence(at); }
  static void heavy(const site& at = site::current()) { explorer::fence_all(at); }
  [[nodiscard]] static constexpr bool available() noexcept { return true; }
};

/// As base::full_fence (base/full_fence.hpp).
inline void full_fence(const std::source_location& at = std::source_location::current()) {
  explorer::fence(std::memory_order_seq_cst, at);  // FF-F2
}

}  // namespace jackdaw::simulated
