// Something to be done when a thread ends, where there may be no memory to remember it.
#pragma once

#include <pthread.h>

#include <jackdaw/base/atomic.hpp>

namespace jackdaw::base {

/// Calls `end(value)` when a thread ends that has set a value other than null. Of static storage: a thread that ends
/// after this is gone, with its program or plugin, is not noticed.
///
/// Not a thread_local object with a destructor: where there is no memory to note that, the C++ runtime ends the
/// program. Here it is said, and it needs none in a program with less than 32 such keys (glibc). Threads: any. `end`
/// runs after the destructors of thread_local objects, and not for the thread that ends the process.
class thread_end {
 public:
  explicit thread_end(void (*end)(void*)) noexcept {
    usable_.store(pthread_key_create(&key_, end) == 0, release);
  }
  thread_end(const thread_end&) = delete;
  thread_end& operator=(const thread_end&) = delete;
  ~thread_end() {
    if (usable_.exchange(false, acq_rel)) pthread_key_delete(key_);
  }

  /// For the calling thread. False where that is not possible: no memory, or no key.
  [[nodiscard]] bool set(void* value) noexcept {
    return usable_.load(acquire) && pthread_setspecific(key_, value) == 0;
  }

 private:
  pthread_key_t key_{};
  atomic<bool> usable_{false};
};

}  // namespace jackdaw::base
