// `jackdaw run --watch`.
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"

using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;

namespace {

/// Where complaints go; the tasks of the fake go on when something was said.
struct listening : std::stringbuf {
  int sync() override {
    fake_app::may_go_on() = true;
    return 0;
  }
};

}  // namespace

TEST_CASE("run --watch says what the workers do when no task ends") {
  listening heard;
  std::ostream err(&heard);
  const auto result =
      call({"run", "fake", "--blocks", "--size", "1", "--workers", "2", "--watch", "0.02"}, err);
  CHECK(result.status == 0);
  CAPTURE(heard.str());
  CHECK(heard.str().starts_with("jackdaw: no task has ended for "));
  CHECK(has(heard.str(), "\n  worker 0  "));
  CHECK(has(heard.str(), "\n  worker 1  "));
  CHECK(has(result.out, "as expected"));
}

TEST_CASE("run --watch says nothing when it has long to wait") {
  const auto result = call({"run", "fake", "--watch", "100000", "--repeat", "3"});
  CHECK(result.status == 0);
  CHECK(result.err.empty());
}

TEST_CASE("run --watch refuses what is no time, and who records the run as well") {
  for (const char* wrong : {"0", "soon", "nan", "1e7", "1s", "0x2"})
    refuses({"run", "fake", "--watch", wrong},
            "--watch " + std::string(wrong) + ": expected seconds, above 0");
  refuses({"run", "fake", "--watch", "1", "--trace", "watching_test.json"}, "a run is watched or recorded");
  CHECK(fake_app::order().empty());
  refuses({"run", "fake", "--watch", "1", "--throws", "task"}, "the task gave up");
}
