// The programs of rivals that were built with the command: right, with more threads than processors, too; and the command
// without them.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rival_programs_test {

using jackdaw::cli::test::call_jackdaw;
using jackdaw::cli::test::shell;
using nlohmann::json;

namespace {

const std::string command = " reproduce HR10-figure5b --quick --repeat 1 --workers 1,2,5 --json";

}  // namespace

TEST_CASE("oneTBB computes what the pools compute, with each number of workers") {
  const auto result = call_jackdaw(command);
  REQUIRE(result.status == 0);
  const json found = json::parse(result.text);
#if defined(JACKDAW_HAS_ONETBB)
  const json& rivals = found["comparison"]["rivals"];
  REQUIRE(rivals.size() == 3);
  for (const json& each : rivals) {
    CHECK(each["name"] == "oneTBB");
    CHECK(each["checked"] == true);
    CHECK(each["check"] == found["comparison"]["results"][0]["check"]);
    CHECK(each["seconds"] > 0);
  }
#else
  CHECK(!found["comparison"].contains("rivals"));
  CHECK(found["rival_notes"][0].get<std::string>().starts_with("oneTBB is left out: "));
#endif
}

TEST_CASE("without its programs the command leaves rivals out, and needs no runtime of theirs") {
  const jackdaw::tests::scratch_folder here;
  const std::string copy = here.path("jackdaw");
  REQUIRE(shell("cp " JACKDAW_COMMAND " " + copy).status == 0);
  const auto result = shell(copy + command);
  REQUIRE(result.status == 0);
  const json found = json::parse(result.text);
  CHECK(!found["comparison"].contains("rivals"));
  REQUIRE(found["rival_notes"].size() == 1);
  CHECK(found["rival_notes"][0].get<std::string>().starts_with(
      "oneTBB is left out: its program is not beside"));
  CHECK(shell("ldd " JACKDAW_COMMAND).text.find("libtbb") == std::string::npos);

  REQUIRE(shell("mkdir " + here.path("rivals") + " && echo none >" + here.path("rivals/oneTBB.so")).status ==
          0);
  const auto broken = shell(copy + command);
  REQUIRE(broken.status == 0);
  CHECK(broken.text.find("oneTBB is left out: its program cannot be loaded (") != std::string::npos);
}

}  // namespace rival_programs_test
