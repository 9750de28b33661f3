// The operating system's lock.
#pragma once

#include <jackdaw/base/tally.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/sync/lock.hpp>

namespace jackdaw::sync {

/// A lock whose waiters sleep: what the C pools of KR02 use (pthread_mutex), and the "blocking lock" of BP98.
/// Cost: one compare-and-swap when free, a system call for each side when not.
class blocking_lock {
 public:
  void lock() {
    if (mutex_.try_lock()) return;
    base::tally::lock_wait waited;
    waited.begin();
    mutex_.lock();
  }
  [[nodiscard]] bool try_lock() { return mutex_.try_lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  base::mutex mutex_;
};

static_assert(lock<blocking_lock>);

}  // namespace jackdaw::sync
