// Signals while outputs of the command are written: nothing is left half written, and nothing waits for ever.
#include <csignal>
#include <string>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/support/files/output_file.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace jackdaw;

TEST_CASE("files: a signal ends the wait for a reader of a pipe, before it is opened and while it is full") {
  const tests::scratch_folder folder;
  const std::string fifo = folder.path("fifo"), file = folder.path("file");
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  for (const bool has_reader : {false, true}) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      CAPTURE(has_reader);
      CAPTURE(signal);
      const int reader = has_reader ? open(fifo.c_str(), O_RDONLY | O_NONBLOCK) : -1;
      const pid_t child = fork();
      if (child == 0) {
        apps::output_file half_written(file);  // holds the signals
        try {
          apps::output_file to_reader(fifo);
          to_reader.stream() << std::string(std::size_t{1} << 20U, 'x');
          to_reader.commit();
        } catch (...) { _exit(7); }  // what it is told to do then; the signal comes at the end of both
        _exit(0);
      }
      usleep(100'000);  // it may not be there yet: then the signal ends it sooner
      kill(child, signal);
      int status = 0;
      REQUIRE(waitpid(child, &status, 0) == child);
      const bool was_told = WIFEXITED(status) && WEXITSTATUS(status) == 7;
      CHECK((was_told || (WIFSIGNALED(status) && WTERMSIG(status) == signal)));
      if (reader >= 0) close(reader);
    }
  }
}

TEST_CASE(
    "files: a signal while a file is written waits until nothing of it is left, and ends the process then") {
  const tests::scratch_folder folder;
  const std::string a = folder.write("a", "old");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU}) {
    CAPTURE(signal);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      const rlimit none{0, 0};
      setrlimit(RLIMIT_CORE, &none);
      std::signal(signal, SIG_DFL);
      {
        apps::output_file half_written(a);
        half_written.stream() << "new";
        raise(signal);
      }
      _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(folder.content("a") == "old");
    CHECK(folder.files() == 1);
  }
}

TEST_CASE("files: a signal that is ignored does not end the wait for a reader of a pipe") {
  const tests::scratch_folder folder;
  const std::string fifo = folder.path("fifo");
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGHUP, SIG_IGN);  // as nohup does
    try {
      const apps::output_file half_written(folder.path("file"));
      raise(SIGHUP);
      apps::output_file to_reader(fifo);
      to_reader.stream() << "x";
      to_reader.commit();
    } catch (...) { _exit(7); }
    _exit(0);
  }
  usleep(100'000);
  const int reader = open(fifo.c_str(), O_RDONLY);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  close(reader);
}
