// How far the stack of the calling thread reaches.
#pragma once

#include <cstddef>
#include <cstdint>

#include <pthread.h>

namespace jackdaw::base {

/// Where the calling thread's stack begins to be scarce: frames below this address have little room left, an
/// eighth of the stack, at most 256 KiB. 0 when that is not known, or when the caller runs on another stack
/// than its thread's (a fibre). Cost: some microseconds at a thread's first call, then a thread-local
/// look-up.
[[nodiscard]] inline std::uintptr_t stack_floor() noexcept {
  struct bounds {
    std::uintptr_t low = 0;
    std::size_t size = 0;
    bounds() noexcept {
      pthread_attr_t attributes;
      if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
      void* lowest = nullptr;
      if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
        low = reinterpret_cast<std::uintptr_t>(lowest);
      pthread_attr_destroy(&attributes);
    }
  };
  static thread_local const bounds own;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (own.low == 0 || here < own.low || here - own.low >= own.size) return 0;
  constexpr std::size_t most = std::size_t{256} * 1024;
  return own.low + (own.size / 8 < most ? own.size / 8 : most);
}

}  // namespace jackdaw::base
