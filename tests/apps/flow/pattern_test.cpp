// Patterns of tasks: each finds what the closed form says, on every pool, and has as many tasks as it says.
#include "apps/pattern/pattern.hpp"

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/pattern/shape.hpp"
#include "tests/support/apps.hpp"

namespace pattern_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("pattern: the serial program and tasks find what the closed form says") {
  for (const char* options :
       {"--tasks 1 --cycles 0", "--tasks 100 --cycles 50", "--tasks 100 --cycles 50 --held",
        "--tasks 20 --reads 1 --cycles 10", "--tasks 20 --reads 300 --cycles 10 --held", "--tiles 1",
        "--tiles 6 --cycles 20", "--tiles 6 --cycles 20 --held"}) {
    CAPTURE(options);
    const auto made = prepared(make_pattern, options);
    CHECK_FALSE(made->check().passed);  // nothing has run
    made->run_serial();
    CHECK(made->check().passed);
    tests::check_run(*made);
  }
}

TEST_CASE("pattern: every pool") {
  tests::check_on_every_pool(make_pattern, "--tiles 5 --cycles 10");
  tests::check_on_every_pool(make_pattern, "--tasks 50 --reads 3 --cycles 10 --held");
}

TEST_CASE("pattern: as many tasks as the paper says") {
  CHECK(pattern::shape{.tiles = 20}.all_tasks() == 1540);
  CHECK(pattern::shape{.tiles = 50}.all_tasks() == 22'100);
  CHECK(pattern::shape{.tasks = 6400}.all_tasks() == 6400);
  for (const char* options : {"--tiles 6 --cycles 0", "--tasks 70 --reads 2 --cycles 0", "--tasks 70"}) {
    const auto made = prepared(make_pattern, options);
    auto scheduler = tests::make_scheduler({.workers = 2});
    made->run(scheduler);
    CHECK(scheduler.tasks() == made->counts()["expected_tasks"]);
  }
}

TEST_CASE("pattern: a task of more cycles has more steps") {
  const auto few = prepared(make_pattern, "--cycles 1000");
  const auto many = prepared(make_pattern, "--cycles 1000000");
  CHECK(few->counts()["steps"] > 0);
  CHECK(many->counts()["steps"] > few->counts()["steps"]);
  CHECK(prepared(make_pattern, "--cycles 0")->counts()["steps"] == 0);
}

TEST_CASE("pattern: what does not go together, or is out of range, is refused") {
  CHECK(is_refusal(refusal(make_pattern, "--tasks 0"), "--tasks 0"));
  CHECK(is_refusal(refusal(make_pattern, "--reads -1"), "--reads -1"));
  CHECK(is_refusal(refusal(make_pattern, "--tiles 801"), "--tiles 801"));
  CHECK(is_refusal(refusal(make_pattern, "--cycles x"), "--cycles x"));
  CHECK(is_refusal(refusal(make_pattern, "--tiles 4 --reads 2"), "--tiles and --reads"));
  CHECK(is_refusal(refusal(make_pattern, "--tiles 4 --tasks 2"), "--tiles and --tasks"));
  CHECK(is_refusal(refusal(make_pattern, "--held --tasks 1e8 --reads 1e6"), "--held"));
}

}  // namespace pattern_test
