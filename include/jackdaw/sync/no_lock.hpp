// The lock of a queue that only its owner touches.
#pragma once

#include <jackdaw/sync/lock.hpp>

namespace jackdaw::sync {

/// Costs nothing and protects nothing: for the private queues of KR02 (dq1, dq3).
struct no_lock {
  void lock() noexcept {}
  [[nodiscard]] bool try_lock() noexcept { return true; }
  void unlock() noexcept {}
};

static_assert(lock<no_lock>);

}  // namespace jackdaw::sync
