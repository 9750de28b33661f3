// What a process says before it ends itself, for tests of mistakes that end a program.
#pragma once

#include <csignal>
#include <functional>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jackdaw::tests {

/// What a child process says on the standard error stream in `act`, until it aborts.
inline std::string last_words(const std::function<void()>& act) {
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // not doctest's
    act();
    _exit(0);
  }
  close(pipe_ends[1]);
  std::string said;
  char buffer[256];
  for (ssize_t n = 0; (n = ::read(pipe_ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(n));
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  return said;
}

}  // namespace jackdaw::tests
