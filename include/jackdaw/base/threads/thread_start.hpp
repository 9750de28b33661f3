// How the library makes threads: the program's signals do not reach them, and a short lack of resources is waited
// out.
//
// A signal for the process is given to any thread that does not block it. A program that takes SIGTERM by sigwait(),
// or expects its handler on a thread of its own, must get it there. So threads of the library block all signals from
// their first instruction on: a thread is created with the signal mask of its creator. Not blocked are
//   - SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS: faults. They come to the thread that has made the mistake, and
//     where that blocks them, the kernel ends the process without asking the program's handler.
//   - SIGABRT: abort() sends it to its own thread; a handler that writes what happened is to run there.
//   - SIGPIPE: to the thread that writes into a closed pipe; blocked, it would not end a program that lives in a
//     pipeline.
//   - SIGPROF: the clock of a profiler, which asks the thread that computes; blocked, it would see one thread only.
// These four kinds stay as their creator has them. Signals that the C library keeps for itself cannot be blocked.
#pragma once

#include <cstdint>
#include <system_error>
#include <thread>
#include <utility>

#include <signal.h>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::base {

/// While it lives, the calling thread gets no signals but those above.
class signals_blocked {
 public:
  signals_blocked() noexcept {
    sigset_t all;
    sigfillset(&all);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPIPE, SIGPROF})
      sigdelset(&all, own);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  signals_blocked(const signals_blocked&) = delete;
  signals_blocked& operator=(const signals_blocked&) = delete;
  ~signals_blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

/// How often start_thread() tries, and how long it waits first; twice as long each time after: 127 ms together.
inline constexpr unsigned thread_start_tries = 8;
inline constexpr std::int64_t thread_start_wait = 1'000'000;  // nanoseconds

/// std::thread(body), which blocks signals. EAGAIN may mean that threads have just ended and still count, so it is
/// waited out for a moment, `most_tries` - 1 times; throws std::system_error after that. Any thread.
template <class Body>
[[nodiscard]] std::thread start_thread(Body&& body, unsigned most_tries = thread_start_tries) {
  auto wait = thread_start_wait;
  for (unsigned tries = 1;; ++tries, wait *= 2) {
    try {
      const signals_blocked meanwhile;
      return std::thread(body);
    } catch (const std::system_error& refused) {
      if (tries >= most_tries || refused.code() != std::errc::resource_unavailable_try_again) throw;
    }
    sleep_nanoseconds(wait);
  }
}

}  // namespace jackdaw::base
