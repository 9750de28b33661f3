#include "apps/support/system/child_program.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/support/system/ending_signals.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps {

namespace {

/// Gives each line to `on_line` until the other end is closed. A signal that this thread holds ends the child.
void listen_to(pid_t child, int said, const std::function<void(const std::string&)>& on_line) {
  constexpr int between_looks = 100;  // milliseconds
  std::string unsaid;
  std::array<char, 4096> part{};
  for (pollfd place{said, POLLIN, 0};;) {
    if (is_interrupted()) {  // not until the end of what it says: programs that it started may hold the other end
      kill(child, SIGTERM);
      return;
    }
    const int ready = ::poll(&place, 1, between_looks);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(said, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    std::size_t taken = unsaid.size();
    unsaid.append(part.data(), static_cast<std::size_t>(got));
    for (std::size_t end; (end = unsaid.find('\n', taken)) != std::string::npos; taken = 0) {
      on_line(unsaid.substr(0, end + 1));
      unsaid.erase(0, end + 1);
    }
  }
  if (!unsaid.empty()) on_line(unsaid);
}

}  // namespace

child_end run_program(const std::vector<std::string>& words, child_stream read,
                      const std::function<void(const std::string&)>& on_line, other_stream other) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<int, 2> ends{};
  // Closed in programs that other threads start meanwhile: else the end here would come with theirs.
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw input_error(std::string("pipe: ") + std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) {
    const std::string why = std::strerror(errno);
    close(ends[0]);
    close(ends[1]);
    throw input_error("fork: " + why);
  }
  if (child == 0) {
    const sigset_t held = ending_signals();  // by this thread, for itself: not by another program
    pthread_sigmask(SIG_UNBLOCK, &held, nullptr);
    dup2(ends[1], static_cast<int>(read));
    if (const int nowhere = other == other_stream::is_dropped ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
        nowhere >= 0)
      dup2(nowhere, read == child_stream::output ? STDERR_FILENO : STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(child_end::not_started);
  }
  close(ends[1]);
  listen_to(child, ends[0], on_line);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  constexpr int by_signal = 128;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : by_signal + WTERMSIG(status)};
}

}  // namespace jackdaw::apps
