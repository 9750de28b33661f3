// Whether a thread of this process can go on.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/base/compiled.hpp>

namespace jackdaw::base {

/// The kernel number of the calling thread; the kernel is asked for it once. In a child of fork(): what the thread had
/// before.
[[nodiscard]] inline pid_t own_thread_number() noexcept {
  static thread_local constinit pid_t known = 0;
  if (known == 0) [[unlikely]]
    known = gettid();
  return known;
}

/// Whether the thread, by its kernel number, waits for something other than a processor: for a lock, a file, the time.
/// Old when it is returned. False also where that cannot be found out. Source: proc(5), the state in
/// /proc/self/task/TID/stat, behind the name, which may have blanks and parentheses. Cost: some 5 µs.
[[nodiscard]] bool is_blocked(pid_t thread) noexcept;

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/threads/thread_state_impl.hpp>
#endif
