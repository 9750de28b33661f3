// A time in which Ctrl-C waits.
#pragma once

#include <csignal>

#include "apps/support/system/ending_signals.hpp"

namespace jackdaw::cli {

/// While it lives, signals that would end the process (ending_signals.hpp) are held back from the calling thread, and from
/// threads that it starts; afterwards they do what they always do. Files are written under it, so that an interrupted
/// command leaves whole files only. It has an effect while the process has no other thread.
class uninterrupted {
 public:
  uninterrupted() {
    const sigset_t held = apps::ending_signals();
    pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  uninterrupted(const uninterrupted&) = delete;
  uninterrupted& operator=(const uninterrupted&) = delete;
  ~uninterrupted() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace jackdaw::cli
