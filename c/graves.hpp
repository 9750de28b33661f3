// Pools that were destroyed: what is left of each stays for a while, so that a late call gets an error instead of
// foreign memory.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <utility>

#include "c/pool.hpp"

namespace jackdaw::c {

/// The last `places` pools that were destroyed, without their contents: 100 bytes each. Any thread.
class graves {
 public:
  static constexpr std::size_t places = 1024;

  /// Destroys what `pool` has; frees the oldest pool if there is no place for this one.
  void bury(jackdaw_pool* pool) {
    pool->crew.reset();
    const std::lock_guard hold(lock_);
    delete std::exchange(buried_[next_++ % places], pool);
  }

 private:
  std::mutex lock_;
  std::array<jackdaw_pool*, places> buried_{};
  std::size_t next_ = 0;
};

}  // namespace jackdaw::c
