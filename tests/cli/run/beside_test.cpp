// The command's cycler, alone and beside a run.
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace beside_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;
using jackdaw::tests::scratch_folder;

TEST_CASE("cycler says how many processors it got, and keeps the times that it noted") {
  const scratch_folder folder;
  const std::string log = folder.path("times.csv");
  const auto result =
      call({"cycler", "--processes", "2", "--increments", "4", "--total", "40", "--log", log});
  CAPTURE(result.err);
  CHECK(result.status == 0);
  CHECK(has(result.out, "by the counter"));
  CHECK(has(result.out, log));
  std::ifstream file(log);
  std::string line;
  std::getline(file, line);
  CHECK(line == "seconds,count");
  int lines = 0;
  while (std::getline(file, line)) CHECK(line.ends_with("," + std::to_string(16 * ++lines)));
  CHECK(lines == 2);
  refuses({"cycler", "--processes", "0"}, "--processes 0");
  refuses({"cycler", "--total", "many"}, "--total many");
  refuses({"cycler", "--log", folder.path("no/such/file")}, "no/such/file");
}

TEST_CASE("run --cycler shows on how many processors the run and the cycler ran") {
  const auto result = call({"run", "fake", "--workers", "2", "--cycler", "1,2", "--json"});
  CAPTURE(result.err);
  CHECK(result.status == 0);
  const json beside = json::parse(result.out)["beside"];
  CHECK(beside["processors"].get<double>() >= 0);
  CHECK(beside["cycler_processors"].get<double>() >= 0);
  CHECK(beside["processors_left"].get<double>() <= 2);
  CHECK(json::parse(call({"run", "fake", "--json"}).out).contains("beside") == false);
  refuses({"run", "fake", "--cycler", "2"}, "--cycler 2");
  refuses({"run", "fake", "--cycler", "0,5"}, "--cycler P");
}

}  // namespace beside_test
