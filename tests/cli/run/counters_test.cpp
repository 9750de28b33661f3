// What `jackdaw run --counters` answers.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"

namespace counters_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::has;

TEST_CASE("run --counters shows what the workers did") {
  const auto lines = call({"run", "fake", "--counters", "--size", "9", "--workers", "2", "--repeat", "2"});
  for (const char* line : {"\ntasks put ", "\ntasks run ", "\nsteals tried ", "\nlock waits ", "\nparks ",
                           "\nwakes ", "\npeak tasks stored ", "\nbytes held "}) {
    CAPTURE(lines.out);
    CAPTURE(line);
    CHECK(has(lines.out, line));
  }
  const auto found = json::parse(
      call({"run", "fake", "--counters", "--json", "--size", "9", "--workers", "1", "--repeat", "3"}).out);
  CHECK(found["counters"]["tasks_put"] == 9);  // of the last run
  CHECK(found["counters"]["tasks_run"] == 9);
  CHECK(found["counters"]["steals_done"] == 0);
  CHECK(found["counters"]["tasks_per_steal"].is_null());
  CHECK(found["counters"]["bytes_held"] > 0);
  const bool counted = found["counters"]["cycles"].is_number();
  CHECK((counted || found["counters"].contains("not_counted")));
  CHECK(!json::parse(call({"run", "fake", "--json"}).out).contains("counters"));
}

TEST_CASE("where no task runs on the pool, nothing is said to be 0") {
  const auto found =
      json::parse(call({"run", "fake", "--counters", "--json", "--size", "0", "--workers", "1"}).out);
  CHECK(!found["counters"].contains("steals_tried"));
  CHECK(has(found["counters"]["not_counted"].get<std::string>(), "no task ran on the pool"));
}

TEST_CASE("run --counters counts the run, and not the cycler beside it") {
  // The tasks sleep for long enough that a cycler which is counted shows: some 10^8 instructions, where the processor's
  // counters can be read.
  const auto instructions = [](std::vector<std::string> more) {
    std::vector<std::string> line{"run", "fake",     "--counters", "--json", "--size",
                                  "30",  "--pauses", "--workers",  "1"};
    line.insert(line.end(), more.begin(), more.end());
    return json::parse(call(line).out)["counters"]["instructions"];
  };
  const json alone = instructions({});
  const json beside = instructions({"--cycler", "2,1000"});
  if (!alone.is_number() || !beside.is_number()) return;
  CHECK(beside.get<double>() < 10 * alone.get<double>() + 1e7);
}

}  // namespace counters_test
