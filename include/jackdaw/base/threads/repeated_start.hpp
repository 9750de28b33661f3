// A thread that the system had none for, and that is asked for again and again: by each submission, or by each caller.
#pragma once

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/thread_start.hpp>

namespace jackdaw::base {

/// How long to wait for such a thread. The first time as long as start_thread() waits: others may just have ended.
/// After a refusal not at all, and a try comes at most every millisecond: those that ask hardly notice. Threads: under
/// a lock of the owner.
class repeated_start {
 public:
  [[nodiscard]] bool is_due() const noexcept { return !refused_ || seconds_now() >= next_; }

  /// For start_thread().
  [[nodiscard]] unsigned tries() const noexcept { return refused_ ? 1 : thread_start_tries; }

  void was_refused() noexcept {
    refused_ = true;
    next_ = seconds_now() + seconds_between;
  }
  void succeeded() noexcept { refused_ = false; }

 private:
  static constexpr double seconds_between = 1e-3;

  bool refused_ = false;
  double next_ = 0;
};

}  // namespace jackdaw::base
