// Waiting for a thread that is about to write a word, unless it has lost its processor.
#pragma once

#include <sched.h>

#include <jackdaw/base/threads/pause.hpp>

namespace jackdaw::base {

/// One for each wait: `for (bounded_spin p; word.load(…) != …; p.wait()) {}`. Pauses at first; after a hundred looks
/// yields between them, because the other thread may need this processor. Not for waits that may be long.
class bounded_spin {
 public:
  void wait() noexcept {
    if (++looks_ < looks_before_yield) {
      pause();
    } else {
      sched_yield();
    }
  }

 private:
  static constexpr unsigned looks_before_yield = 100;
  unsigned looks_ = 0;
};

}  // namespace jackdaw::base
