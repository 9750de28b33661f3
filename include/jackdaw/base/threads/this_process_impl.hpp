// The functions of base/threads/this_process.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstddef>
#include <new>

#include <pthread.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/this_process.hpp>

namespace jackdaw::base::detail {

inline void forget_process() noexcept {
  atomic<pid_t>* const kept = kept_process.load(relaxed);  // in a child of fork(), which has one thread
  if (kept != nullptr) kept->store(0, relaxed);
}

/// Null: the kernel does not empty pages in children, or has none.
[[nodiscard]] inline atomic<pid_t>* page_for_process() noexcept {
#ifdef MADV_WIPEONFORK
  constexpr std::size_t bytes = sizeof(atomic<pid_t>);  // the kernel gives a page
  void* const page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  if (madvise(page, bytes, MADV_WIPEONFORK) == 0 && pthread_atfork(nullptr, nullptr, &forget_process) == 0) {
    auto* const fresh = new (page) atomic<pid_t>(0);
    atomic<pid_t>* other = nullptr;
    // OP-K2 -> this_process; pairs with itself
    if (kept_process.compare_exchange_strong(other, fresh, acq_rel, acquire)) return fresh;
    munmap(page, bytes);
    return other;
  }
  munmap(page, bytes);
#endif
  return nullptr;
}

[[gnu::noinline, gnu::cold]] JACKDAW_INLINE pid_t find_process() noexcept {
  static constinit atomic<bool> cannot{false};
  const pid_t here = getpid();
  atomic<pid_t>* kept = kept_process.load(acquire);  // OP-K2
  if (kept == nullptr && !cannot.load(relaxed)) {
    kept = page_for_process();
    if (kept == nullptr) cannot.store(true, relaxed);
  }
  if (kept != nullptr) kept->store(here, relaxed);  // OP-K1
  return here;
}

}  // namespace jackdaw::base::detail
