// The application of docs/guide/command/own-application.md: right on every pool, and refuses what it cannot do.
#include "collatz.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/apps.hpp"

using namespace jackdaw;
using namespace jackdaw::apps;

TEST_CASE("collatz: the serial program and every pool find the same chain") {
  const auto made = tests::prepared(make_collatz, "--n 30000 --grain 100");
  CHECK_FALSE(made->check().passed);  // nothing has run
  made->run_serial();
  CHECK(made->check().passed);
  CHECK(made->counts()["start"] == 26623);
  tests::check_on_every_pool(make_collatz, "--n 3000 --grain 10");
}

TEST_CASE("collatz: numbers out of range are refused") {
  CHECK(tests::is_refusal(tests::refusal(make_collatz, "--n 1"), "--n 1"));
  CHECK(tests::is_refusal(tests::refusal(make_collatz, "--grain 0"), "--grain 0"));
}
