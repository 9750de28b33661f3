// Something that happens in a child process.
#pragma once

#include <cstdio>
#include <exception>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

namespace jackdaw::tests {

/// Seconds after which a child counts as hanging. A mutant that is known to hang waits for less (tests/mutants).
#ifdef JACKDAW_CHILD_SECONDS
inline constexpr unsigned child_seconds = JACKDAW_CHILD_SECONDS;
#else
inline constexpr unsigned child_seconds = 60;
#endif

/// Calls `body` in a child made by fork(): true when it returned true there, within `child_seconds`.
template <class Body>
bool in_child(Body&& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(child_seconds);  // a hang ends the child, too
    bool well = false;
    try {
      well = std::forward<Body>(body)();
    } catch (...) {}
    _exit(well ? 0 : 1);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Calls `body` in a child, which ends there by itself: with what status; -1 when by a signal, or not within
/// `child_seconds`.
template <class Body>
int status_of_child(Body&& body) {
  std::fflush(nullptr);  // else exit() in the child writes it once more
  const pid_t child = fork();
  if (child == 0) {
    alarm(child_seconds);
    std::forward<Body>(body)();
    _exit(200);
  }
  int status = -1;
  const bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
  return ended ? WEXITSTATUS(status) : -1;
}

}  // namespace jackdaw::tests
