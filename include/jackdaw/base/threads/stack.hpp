// How far the stack of the calling thread reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jackdaw/base/number_as.hpp>

namespace jackdaw::base {

/// The stack of a thread: `size` bytes from `low` on. Nothing: size 0.
struct stack_bounds {
  std::uintptr_t low = 0;
  std::size_t size = 0;

  /// Of the calling thread. Some microseconds.
  [[nodiscard]] static stack_bounds here() noexcept {
    stack_bounds found;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      void* lowest = nullptr;
      if (pthread_attr_getstack(&attributes, &lowest, &found.size) == 0)
        found.low = reinterpret_cast<std::uintptr_t>(lowest);
      pthread_attr_destroy(&attributes);
    }
    if (found.low != 0) return found;
    return gettid() == getpid() ? of_first_thread() : of_usual_thread();
  }

  /// Of the first thread of the process, where /proc does not say it: glibc asks /proc/self/maps. The kernel writes the
  /// name of the program at the top of its stack (Linux, fs/exec.c), which grows as far down as the limit allows.
  [[nodiscard]] static stack_bounds of_first_thread() noexcept {
    const auto name = number_as<std::uintptr_t>(getauxval(AT_EXECFN));
    const auto page = number_as<std::uintptr_t>(getauxval(AT_PAGESZ));
    rlimit limit{};
    if (name == 0 || page == 0 || getrlimit(RLIMIT_STACK, &limit) != 0) return {};
    const std::uintptr_t end =
        name + std::strlen(reinterpret_cast<const char*>(name));  // NOLINT(performance-no-int-to-ptr)
    const std::uintptr_t top = (end / page + 1) * page;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= top) return {};
    return {top - limit.rlim_cur, limit.rlim_cur};
  }

  /// Of a thread with a stack of the usual size, as threads of schedulers are. For where the affinity mask must not be
  /// read: glibc asks for it, too, and says nothing without it. What the C library knows of a thread lies at the top of
  /// its stack.
  [[nodiscard]] static stack_bounds of_usual_thread() noexcept {
    pthread_attr_t attributes;
    if (pthread_getattr_default_np(&attributes) != 0) return {};
    std::size_t size = 0;
    const bool known = pthread_attr_getstacksize(&attributes, &size) == 0;
    pthread_attr_destroy(&attributes);
    constexpr std::size_t beside = std::size_t{16} * 1024;  // what lies at the top and below the stack, about
    const std::uintptr_t top = address_of(pthread_self());
    if (!known || size <= 2 * beside || size >= top) return {};
    return {top - size + beside, size - beside};
  }

 private:
  /// A pthread_t is an address: an unsigned long in glibc, a pointer elsewhere.
  template <class Thread>
  static std::uintptr_t address_of(Thread thread) noexcept {
    if constexpr (std::is_pointer_v<Thread>) {
      return reinterpret_cast<std::uintptr_t>(thread);
    } else {
      return number_as<std::uintptr_t>(thread);
    }
  }
};

/// Of the calling thread, as they were at its first call. Cost: as stack_floor().
[[nodiscard]] inline const stack_bounds& own_stack() noexcept {
  static thread_local const stack_bounds own = stack_bounds::here();
  return own;
}

/// Whether `object` lies on the stack of the calling thread: a local variable of it, as a rule. False also where its
/// stack is not known.
[[nodiscard]] inline bool on_own_stack(const void* object) noexcept {
  const stack_bounds& own = own_stack();
  return reinterpret_cast<std::uintptr_t>(object) - own.low < own.size;
}

/// Where the calling thread's stack begins to be scarce. Frames below this address have little room left: an
/// eighth of the stack, at most 256 KiB. 0 when that is not known, or when the caller runs on another stack
/// than its thread's (a fibre). Cost: some microseconds at a thread's first call, then a thread-local
/// look-up.
[[nodiscard]] inline std::uintptr_t stack_floor() noexcept {
  const stack_bounds& own = own_stack();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (own.low == 0 || here < own.low || here - own.low >= own.size) return 0;
  constexpr std::size_t most = std::size_t{256} * 1024;
  return own.low + (own.size / 8 < most ? own.size / 8 : most);
}

}  // namespace jackdaw::base
