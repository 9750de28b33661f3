// The operating system's lock.
#pragma once

#include <mutex>

#include <jackdaw/sync/lock.hpp>

namespace jackdaw::sync {

/// A lock whose waiters sleep: what the C pools of KR02 use (pthread_mutex), and the "blocking lock" of BP98.
/// Cost: one compare-and-swap when free, a system call for each side when not.
using blocking_lock = std::mutex;

static_assert(lock<blocking_lock>);

}  // namespace jackdaw::sync
