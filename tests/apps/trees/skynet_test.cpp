// Skynet: the sum of the closed form, on every pool and by joins.
#include "apps/skynet/skynet.hpp"

#include <string>

#include <doctest/doctest.h>

#include "tests/support/apps.hpp"

namespace skynet_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("skynet: the serial program, joins and tasks find the sum") {
  for (int levels = 0; levels <= 4; ++levels) {
    CAPTURE(levels);
    const std::string option = "--levels " + std::to_string(levels);
    const auto made = prepared(make_skynet, option);
    CHECK_FALSE(made->check().passed);  // nothing has run
    made->run_serial();
    CHECK(made->check().passed);
    tests::check_run(*made);
    const auto joined = prepared(make_skynet, option + " --face fork_join");
    tests::check_run(*joined);
  }
}

TEST_CASE("skynet: every pool, a task for each node") {
  tests::check_on_every_pool(make_skynet, "--levels 3");
  const auto made = prepared(make_skynet, "--levels 4");
  auto scheduler = tests::make_scheduler({.workers = 2});
  made->run(scheduler);
  CHECK(scheduler.tasks() == 11'111);
}

TEST_CASE("skynet: levels out of range are refused") {
  CHECK(is_refusal(refusal(make_skynet, "--levels -1"), "--levels -1"));
  CHECK(is_refusal(refusal(make_skynet, "--levels 10"), "--levels 10"));
  CHECK(is_refusal(refusal(make_skynet, "--face actor"), "--face actor"));
}

}  // namespace skynet_test
