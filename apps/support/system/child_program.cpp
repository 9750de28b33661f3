#include "apps/support/system/child_program.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps {

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
    dup2(ends[1], static_cast<int>(read));
    if (const int nowhere = other == other_stream::is_dropped ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
        nowhere >= 0)
      dup2(nowhere, read == child_stream::output ? STDERR_FILENO : STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(child_end::not_started);
  }
  close(ends[1]);
  if (FILE* const said = fdopen(ends[0], "r"); said != nullptr) {
    std::string line;
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), part.size(), said) != nullptr) {
      line += part.data();
      if (line.back() != '\n') continue;
      on_line(line);
      line.clear();
    }
    if (!line.empty()) on_line(line);
    std::fclose(said);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  constexpr int by_signal = 128;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : by_signal + WTERMSIG(status)};
}

}  // namespace jackdaw::apps
