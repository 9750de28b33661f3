#include "bench/peers/remote/remote.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jackdaw::bench {
namespace {

/// A program that answers lines with lines.
class remote {
 public:
  explicit remote(const std::string& path) : name_(std::filesystem::path(path).filename()) {
    signal(SIGPIPE, SIG_IGN);  // a program that died is seen when it does not answer
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), path);
    child_ = fork();
    if (child_ < 0) throw std::system_error(errno, std::generic_category(), path);
    if (child_ == 0) {
      dup2(to[0], STDIN_FILENO);
      dup2(from[1], STDOUT_FILENO);
      execl(path.c_str(), path.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    requests_ = fdopen(to[1], "w");
    answers_ = fdopen(from[0], "r");
  }
  remote(const remote&) = delete;
  remote& operator=(const remote&) = delete;
  ~remote() {
    std::fclose(requests_);
    std::fclose(answers_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }

  /// The next line. Throws std::runtime_error when the program has ended, or says nothing for so many seconds: then it is
  /// ended.
  [[nodiscard]] std::string answer(double patience) {
    std::string line;
    if (!speaks(patience)) {
      kill(child_, SIGKILL);
      throw std::runtime_error(name_ + " does not answer, and was ended");
    }
    for (int character = 0; (character = std::fgetc(answers_)) != EOF;) {
      if (character == '\n') return line;
      line.push_back(static_cast<char>(character));
    }
    throw std::runtime_error(name_ + " has died" + how());
  }

  void ask(const std::string& line) {
    std::fputs((line + '\n').c_str(), requests_);
    std::fflush(requests_);
  }

 private:
  /// Whether there is something to read within so many seconds, be it the end. Nothing is ever left over: it answers with
  /// one line, when it is asked.
  [[nodiscard]] bool speaks(double patience) const {
    pollfd answers{fileno(answers_), POLLIN, 0};
    int found = 0;
    while ((found = poll(&answers, 1, static_cast<int>(1e3 * patience))) < 0 && errno == EINTR) {}
    return found > 0;
  }

  [[nodiscard]] std::string how() {
    int status = 0;
    if (child_ <= 0 || waitpid(std::exchange(child_, 0), &status, 0) < 0) return "";
    if (WIFSIGNALED(status)) return " of signal " + std::to_string(WTERMSIG(status));
    return " with status " + std::to_string(WEXITSTATUS(status));
  }

  const std::string name_;  // without its folder: it comes into results
  pid_t child_ = 0;
  std::FILE* requests_ = nullptr;
  std::FILE* answers_ = nullptr;
};

measurement measure(remote& program, unsigned instance, unsigned workers, double patience) {
  program.ask(std::to_string(instance) + ' ' + std::to_string(workers));
  const std::string line = program.answer(patience);
  if (line.starts_with("! ")) throw wrong_result(line.substr(2));
  measurement found{};
  if (!(std::istringstream(line) >> found.seconds >> found.units))
    throw std::runtime_error("not an answer: " + line);
  return found;
}

}  // namespace

std::optional<std::string> program_beside(const std::string& name) {
  const auto path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
  return std::filesystem::exists(path) ? std::optional(path.string()) : std::nullopt;
}

std::optional<peer> start_remote(const std::string& problem, const std::string& runtime, double patience) {
  const auto path = program_beside(problem + '_' + runtime);
  if (!path) return std::nullopt;
  auto program = std::make_shared<remote>(*path);
  std::string version = program->answer(remote_patience);
  const role kind = runtime.starts_with("jackdaw") ? role::ours : role::rival;
  return peer{runtime, kind, std::move(version),
              [program = std::move(program), patience](unsigned instance, unsigned workers) {
                return measure(*program, instance, workers, patience);
              }};
}

}  // namespace jackdaw::bench
