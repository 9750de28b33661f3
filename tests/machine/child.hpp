// Something that happens in a child process.
#pragma once

#include <exception>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

namespace jackdaw::tests {

/// Calls `body` in a child made by fork(): true when it returned true there, within a minute.
template <class Body>
bool in_child(Body&& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);  // a hang ends the child, too
    bool well = false;
    try {
      well = std::forward<Body>(body)();
    } catch (...) {}
    _exit(well ? 0 : 1);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace jackdaw::tests
