// Fibonacci numbers by recursion: the same as by a loop, on every pool and by joins.
#include "apps/fib/fib.hpp"

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/apps.hpp"

namespace fib_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("fib: the serial program, joins and tasks agree with the loop") {
  for (const int n : {0, 1, 2, 3, 10, 22}) {
    CAPTURE(n);
    const std::string option = "--n " + std::to_string(n);
    const auto made = prepared(make_fib, option);
    CHECK_FALSE(made->check().passed);  // nothing has run
    made->run_serial();
    CHECK(made->check().passed);
    tests::check_run(*made);
    const auto joined = prepared(make_fib, option + " --face fork_join");
    tests::check_run(*joined);
  }
}

TEST_CASE("fib: every pool, a task for each call") {
  tests::check_on_every_pool(make_fib, "--n 13");
  const auto made = prepared(make_fib, "--n 15");
  auto scheduler = tests::make_scheduler({.workers = 2});
  made->run(scheduler);
  CHECK(scheduler.tasks() == made->counts()["calls"]);
}

TEST_CASE("fib: numbers out of range are refused") {
  CHECK(is_refusal(refusal(make_fib, "--n -1"), "--n -1"));
  CHECK(is_refusal(refusal(make_fib, "--n 61"), "--n 61"));
  CHECK(is_refusal(refusal(make_fib, "--face joins"), "--face joins"));
}

}  // namespace fib_test
