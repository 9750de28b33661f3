// A time in which Ctrl-C waits.
#pragma once

#include <csignal>

namespace jackdaw::cli {

/// While it lives, SIGINT and SIGTERM to the calling thread are held back; afterwards they do what they
/// always do. Files are written under it, so that an interrupted command leaves whole files only. It has an
/// effect while the process has no other thread.
class uninterrupted {
 public:
  uninterrupted() {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  uninterrupted(const uninterrupted&) = delete;
  uninterrupted& operator=(const uninterrupted&) = delete;
  ~uninterrupted() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace jackdaw::cli
