// A mutex whose waiters leave the schedule of the explorer.
//
// Ordering: L1 unlock -> lock, try_lock: what was written in the section.
#pragma once

#include <jackdaw/simulated/explored_atomic.hpp>
#include <jackdaw/simulated/explorer.hpp>

namespace jackdaw::simulated {

/// As std::mutex.
///
/// XM-L1  unlock -> try_lock: each section happens before the next one.
/// Two threads that wait for each other are a deadlock, which
/// the exploration finds.
class explored_mutex {
 public:
  void lock() {
    while (!try_lock()) explorer::block_until([this] { return !taken_.peek(); });
  }
  [[nodiscard]] bool try_lock() {
    return !taken_.exchange(true, std::memory_order_acquire);  // XM-L1: pairs with unlock
  }
  void unlock() { taken_.store(false, std::memory_order_release); }  // XM-L1 -> try_lock

 private:
  explored_atomic<bool> taken_{false};
};

}  // namespace jackdaw::simulated
