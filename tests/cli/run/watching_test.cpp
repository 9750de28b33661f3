// `jackdaw run --watch`.
#include <filesystem>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace watching_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;
using jackdaw::tests::scratch_folder;

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

TEST_CASE("run --watch reports a run that is recorded as well, and the record can be read") {
  const scratch_folder here;
  const std::string record = here.path("a.jd");
  listening heard;
  std::ostream err(&heard);
  const auto result = call({"run", "fake", "--blocks", "--size", "3", "--workers", "2", "--watch", "0.02",
                            "--record", record, "--trace", here.path("a.json"), "--json"},
                           err);
  CAPTURE(heard.str());
  REQUIRE(result.status == 0);
  CHECK(heard.str().starts_with("jackdaw: no task has ended for "));
  CHECK(has(heard.str(), "\n  worker 1  "));
  const json found = json::parse(result.out);
  CHECK(found["explained"]["events_lost"] == 0);
  CHECK(found["explained"]["work_nanoseconds"] > 0);
  CHECK(found["outputs"].size() == 2);

  const auto replayed = call({"replay", record, "--put", "5", "--get", "5", "--lock", "5", "--transfer", "50",
                              "--steal", "200", "--event", "0", "--json"});
  CAPTURE(replayed.err);
  REQUIRE(replayed.status == 0);
  CHECK(json::parse(replayed.out)["tasks"] == 3);
  const auto derived = call({"grammar", "--from", record});
  CAPTURE(derived.err);
  CHECK(derived.status == 0);
  CHECK(has(derived.out, "initial "));
}

TEST_CASE("run --watch refuses what is no time") {
  for (const char* wrong : {"0", "soon", "nan", "1e7", "1s", "0x2"}) {
    refuses({"run", "fake", "--watch", wrong},
            "--watch " + std::string(wrong) + ": expected seconds, above 0");
    refuses({"run", "fake", "--watch", wrong, "--trace", "watching_test.json"}, "expected seconds, above 0");
  }
  CHECK(fake_app::order().empty());
  CHECK(!std::filesystem::exists("watching_test.json"));
  refuses({"run", "fake", "--watch", "1", "--throws", "task"}, "the task gave up");
}

}  // namespace watching_test
