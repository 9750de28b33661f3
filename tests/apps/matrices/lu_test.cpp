// LU factors: right on every pool and face, bit for bit where the operations are the same, and for every way
// in which blocks do not fit; the checks find a single wrong number.
#include "apps/lu/lu.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "apps/lu/check.hpp"
#include "apps/lu/joins.hpp"
#include "apps/lu/tasks.hpp"
#include "tests/support/apps.hpp"

namespace lu_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("lu: every pool gives the factors") { tests::check_on_every_pool(make_lu, "--n 40 --block 8"); }

TEST_CASE("lu: every face, blocks of every size") {
  for (const char* const face : {"pool", "fork_join", "flow", "threads"}) {
    for (const char* const size :
         {"--n 1", "--n 2 --block 1", "--n 7 --block 3", "--n 64 --block 16", "--n 65 --block 16",
          "--n 100 --block 100", "--n 100 --block 99", "--n 200 --block 48 --seed 5"}) {
      CAPTURE(face);
      CAPTURE(size);
      const auto made = prepared(make_lu, std::string(size) + " --face " + face);
      CHECK_FALSE(made->check().passed);  // nothing has run
      tests::check_run(*made, 3);
      made->run_serial();
      CHECK(made->check().passed);
      tests::check_run(*made);
      CHECK(made->check().line.find("off LAPACK's factors") != std::string::npos);
    }
  }
}

TEST_CASE("lu: tasks and joins give the factors of the same recursion without workers, bit for bit") {
  blas::require();
  const matrix a = lu::dominant_matrix(150, 2);
  for (const std::size_t block : {16U, 50U}) {
    CAPTURE(block);
    matrix expected = a;
    lu::factor_serially({expected.all(), block});
    for (const unsigned workers : {1U, 2U, 4U}) {
      matrix by_tasks = a;
      auto chosen = tests::make_scheduler({.workers = workers});
      chosen.run(lu::factor_all{{by_tasks.all(), block}});
      CHECK(by_tasks.numbers() == expected.numbers());
      matrix by_joins = a;
      scheduler sched({.workers = workers});
      sched.run([&](worker& w) { lu::factor(w, {by_joins.all(), block}); });
      CHECK(by_joins.numbers() == expected.numbers());
    }
  }
}

TEST_CASE("lu: LAPACK finds the pivots of such a matrix on its diagonal") {
  blas::require();
  matrix a = lu::dominant_matrix(120, 7);
  const auto exchanged = blas::factor(a.all());
  for (std::size_t i = 0; i < exchanged.size(); ++i) CHECK(exchanged[i] == static_cast<int>(i));
}

TEST_CASE("lu: the checks find one wrong number, and one that is none") {
  blas::require();
  const matrix a = lu::dominant_matrix(90, 3);
  matrix right = a;
  lu::factor_serially({right.all(), 32});
  CHECK(lu::residual(a, right) <= 90 * 1e-14);
  CHECK(lu::probed(a, right, 1) <= 1);
  for (const auto& [row, column] : {std::pair{17U, 71U}, {71U, 17U}, {40U, 40U}}) {
    for (const double wrong : {right.at(row, column) + 1e-8, -right.at(row, column), 1e300,
                               std::numeric_limits<double>::quiet_NaN()}) {
      CAPTURE(row);
      CAPTURE(wrong);
      matrix other = right;
      other.at(row, column) = wrong;
      CHECK_FALSE(lu::residual(a, other) <= 90 * 1e-14);
      CHECK_FALSE(lu::probed(a, other, 1) <= 1);
    }
  }
}

TEST_CASE("lu: options out of range are refused") {
  CHECK(is_refusal(refusal(make_lu, "--n 0"), "--n 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_lu, "--n 1e8"), "do not fit into this machine's memory"));
  CHECK(is_refusal(refusal(make_lu, "--n 1e12"), "--n 1e12: expected a whole number from 1 to"));
  CHECK(is_refusal(refusal(make_lu, "--n 5 --block 0"), "--block 0: expected a whole number from 1"));
  const auto made = prepared(make_lu, "--n 5 --face fork_join");
  auto other = tests::make_scheduler({.pool = "dq2", .workers = 1});
  CHECK_THROWS_WITH_AS(made->run(other),
                       "--face fork_join: joins do not run on the pool dq2; expected the pool jackdaw",
                       input_error);
  CHECK(is_refusal(refusal(make_lu, "--n 5 --face loop"), "expected pool, fork_join, flow or threads"));
}

TEST_CASE("lu: tasks larger than everything, up to the largest that there may be") {
  for (const char* size : {"1000", "1e15", "1000000000000000000"})
    tests::check_run(*tests::prepared(make_lu, "--n 20 --block " + std::string(size)));
  for (const char* size :
       {"18446744073709551615", "9223372036854775808", "1000000000000000001", "-1", "0x10", "1e30"})
    CHECK(tests::is_refusal(
        tests::refusal(make_lu, "--n 20 --block " + std::string(size)),
        "--block " + std::string(size) + ": expected a whole number from 1 to 1000000000000000000"));
}

}  // namespace lu_test
