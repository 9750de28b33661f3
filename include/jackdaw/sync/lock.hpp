// What a lock is here: the two calls of the standard's BasicLockable, so that std::lock_guard works with any
// of them.
#pragma once

#include <concepts>

namespace jackdaw::sync {

/// Threads: any. A lock is not recursive, and the thread that took it releases it.
template <class L>
concept lock = requires(L l) {
  L();  // as std::default_initializable, which takes g++ 40 classes for each L
  { l.lock() } -> std::same_as<void>;
  { l.unlock() } -> std::same_as<void>;
};

}  // namespace jackdaw::sync
