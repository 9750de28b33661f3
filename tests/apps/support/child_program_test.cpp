// Other programs that the command starts: what they say comes line by line, and how they end is told.
#include "apps/support/system/child_program.hpp"

#include <csignal>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace child_program_test {

using namespace jackdaw::apps;

struct heard {
  child_end end;
  std::vector<std::string> lines;
};

static heard run(const std::vector<std::string>& words, child_stream read = child_stream::output) {
  heard all;
  all.end = run_program(words, read, [&all](const std::string& line) { all.lines.push_back(line); });
  return all;
}

static heard shell(const std::string& script, child_stream read = child_stream::output) {
  return run({"sh", "-c", script}, read);
}

TEST_CASE("each line comes whole, with its end; the last one may have none") {
  const heard all = shell("echo one; printf 'two'");
  CHECK(all.end.status == 0);
  CHECK(all.lines == std::vector<std::string>{"one\n", "two"});
}

TEST_CASE("a line longer than any buffer is one line") {
  const heard all = shell("printf '%020000d\\n' 7");
  REQUIRE(all.lines.size() == 1);
  CHECK(all.lines.front().size() == 20'001);
}

TEST_CASE("only the stream that is asked for is read") {
  CHECK(shell("echo seen >&2", child_stream::errors).lines == std::vector<std::string>{"seen\n"});
  CHECK(shell("echo '' >&2").lines.empty());
}

TEST_CASE("the stream that is not read can be dropped") {
  std::vector<std::string> lines;
  const auto take = [&lines](const std::string& line) { lines.push_back(line); };
  const std::string script =
      "echo heard; echo 'this must not be seen' >&2; [ -e /proc/self/fd/2 ] && echo open";
  CHECK(run_program({"sh", "-c", script}, child_stream::output, take, other_stream::is_dropped).status == 0);
  CHECK(lines == std::vector<std::string>{"heard\n", "open\n"});
}

TEST_CASE("programs that are started at the same time do not hold each other's ends") {
  std::thread slow([] { CHECK(shell("sleep 2; echo slow").lines.size() == 1); });
  for (int i = 0; i < 50; ++i) CHECK(shell("echo quick").lines == std::vector<std::string>{"quick\n"});
  slow.join();
}

TEST_CASE("how it ends is told: a status, a signal, no such program") {
  CHECK(shell("exit 3").end.status == 3);
  CHECK(shell("kill -9 $$").end.status == 128 + 9);
  CHECK(run({"jackdaw-no-such-program"}).end.status == child_end::not_started);
}

TEST_CASE("words reach it as they are") {
  CHECK(run({"printf", "%s", "a b\"$HOME"}).lines == std::vector<std::string>{"a b\"$HOME"});
}

TEST_CASE("a signal that is held ends the program, not who waits for it; the program itself holds none") {
  sigset_t before, terminated;
  sigemptyset(&terminated);
  sigaddset(&terminated, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &terminated, &before);
  CHECK(shell("kill -TERM $$; echo alive").end.status == 128 + SIGTERM);
  pthread_kill(pthread_self(), SIGTERM);
  CHECK(shell("sleep 60; echo alive").lines.empty());
  constexpr timespec at_once{};
  CHECK(sigtimedwait(&terminated, nullptr, &at_once) == SIGTERM);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace child_program_test
