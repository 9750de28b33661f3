// Placing queens: the known numbers, on every pool and by joins.
#include "apps/nqueens/nqueens.hpp"

#include <string>

#include <doctest/doctest.h>

#include "tests/support/apps.hpp"

namespace nqueens_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("nqueens: the serial program finds the known numbers of solutions") {
  for (int n = 1; n <= 11; ++n) {
    CAPTURE(n);
    const auto made = prepared(make_nqueens, "--n " + std::to_string(n));
    CHECK_FALSE(made->check().passed);  // nothing has run
    made->run_serial();
    CHECK(made->check().passed);
  }
}

TEST_CASE("nqueens: every pool finds them, with boards of even and odd size") {
  tests::check_on_every_pool(make_nqueens, "--n 9 --serial-rows 3");
  tests::check_on_every_pool(make_nqueens, "--n 8 --serial-rows 1");
}

TEST_CASE("nqueens: small boards, and boards of serial rows only, by tasks and by joins") {
  for (const char* const face : {"pool", "fork_join"}) {
    for (int n = 1; n <= 10; ++n) {
      for (const int serial_rows : {1, 4, 20}) {
        CAPTURE(face);
        CAPTURE(n);
        const auto made = prepared(make_nqueens, "--n " + std::to_string(n) + " --face " + face +
                                                     " --serial-rows " + std::to_string(serial_rows));
        tests::check_run(*made);
      }
    }
  }
}

TEST_CASE("nqueens: options out of range are refused") {
  CHECK(is_refusal(refusal(make_nqueens, "--n 0"), "--n 0"));
  CHECK(is_refusal(refusal(make_nqueens, "--n 21"), "--n 21"));
  CHECK(is_refusal(refusal(make_nqueens, "--serial-rows 0"), "--serial-rows 0"));
  CHECK(is_refusal(refusal(make_nqueens, "--face task"), "--face task"));
}

}  // namespace nqueens_test
