// The dense Cholesky factor: right on every pool and face, bit for bit where the operations are the same, and for
// every way in which tiles do not fit; what has no factor is refused; the checks find a single wrong number.
#include "apps/cholesky/cholesky.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/cholesky/check.hpp"
#include "apps/cholesky/flow.hpp"
#include "apps/cholesky/joins.hpp"
#include "apps/cholesky/tasks.hpp"
#include "apps/cholesky/tiles.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/machine/without_threads.hpp"

namespace cholesky_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

namespace {

/// The line with which a run is refused; empty when it is not.
template <class Act>
std::string refused(const Act& act) {
  try {
    act();
  } catch (const input_error& error) { return error.what(); }
  return {};
}

}  // namespace

TEST_CASE("cholesky: every pool gives the factor, by flow and by tasks") {
  tests::check_on_every_pool(make_cholesky, "--n 40 --block 8");
  tests::check_on_every_pool(make_cholesky, "--n 40 --block 8 --face pool");
}

TEST_CASE("cholesky: every face, tiles of every size") {
  for (const char* const face : {"flow", "pool", "fork_join", "threads"}) {
    for (const char* const size :
         {"--n 1", "--n 2 --block 1", "--n 7 --block 3", "--n 64 --block 16", "--n 65 --block 16",
          "--n 100 --block 100", "--n 100 --block 99", "--n 200 --block 48 --seed 5"}) {
      CAPTURE(face);
      CAPTURE(size);
      const auto made = prepared(make_cholesky, std::string(size) + " --face " + face);
      CHECK_FALSE(made->check().passed);  // nothing has run
      tests::check_run(*made, 3);
      made->run_serial();
      CHECK(made->check().passed);
      tests::check_run(*made);
      CHECK(made->check().line.find("off LAPACK's factor by") != std::string::npos);
    }
  }
}

TEST_CASE("cholesky: tasks and joins give the factor of the same recursion without workers, bit for bit") {
  blas::require();
  const matrix a = cholesky::dominant_matrix(150, 2);
  for (const std::size_t block : {16U, 50U}) {
    CAPTURE(block);
    cholesky::pivots found;
    matrix expected = a;
    cholesky::factor_serially({expected.all(), 0, block, &found});
    CHECK(cholesky::residual(a, expected) < 1e-12);
    for (const unsigned workers : {1U, 2U, 4U}) {
      matrix by_tasks = a;
      auto chosen = tests::make_scheduler({.workers = workers});
      chosen.run(cholesky::factor_all{{by_tasks.all(), 0, block, &found}});
      CHECK(by_tasks.numbers() == expected.numbers());
      matrix by_joins = a;
      scheduler sched({.workers = workers});
      sched.run([&](worker& w) { cholesky::factor(w, {by_joins.all(), 0, block, &found}); });
      CHECK(by_joins.numbers() == expected.numbers());
    }
  }
}

TEST_CASE("cholesky: the list of operations on tiles is T15's, and gives the factor") {
  blas::require();
  const matrix a = cholesky::dominant_matrix(90, 3);
  cholesky::pivots found;
  matrix factor = a;
  cholesky::run_tiled({factor.all(), 32}, found);
  CHECK(cholesky::residual(a, factor) < 1e-12);
  for (std::size_t column = 1; column < 90; ++column)
    CHECK(factor.at(0, column) == a.at(0, column));  // nothing above the diagonal is touched

  std::size_t operations = 0;
  const auto count = [&operations](auto... /*tiles*/) { ++operations; };
  cholesky::for_each_operation(20, count, count, count, count);
  CHECK(operations == 1540);  // T15 section 7.2
}

TEST_CASE("cholesky: flow gives the factor of the operations one after another, bit for bit") {
  blas::require();
  const matrix a = cholesky::dominant_matrix(150, 4);
  cholesky::pivots found;
  matrix expected = a;
  cholesky::run_tiled({expected.all(), 16}, found);
  for (const unsigned workers : {1U, 2U, 4U}) {
    matrix by_flow = a;
    auto chosen = tests::make_scheduler({.workers = workers});
    cholesky::run_flow(chosen, {by_flow.all(), 16}, found);
    CHECK(by_flow.numbers() == expected.numbers());
  }
}

TEST_CASE("cholesky: the checks find one wrong number, and one that is none") {
  blas::require();
  const matrix a = cholesky::dominant_matrix(90, 3);
  cholesky::pivots found;
  matrix right = a;
  cholesky::factor_serially({right.all(), 0, 32, &found});
  CHECK(cholesky::residual(a, right) < 1e-12);
  CHECK(cholesky::probed(a, right, 1) <= 1);
  for (const auto& [row, column] : {std::pair{71U, 17U}, {89U, 0U}, {40U, 40U}}) {
    for (const double wrong : {right.at(row, column) + 1e-8, -right.at(row, column), 1e300,
                               std::numeric_limits<double>::quiet_NaN()}) {
      CAPTURE(row);
      CAPTURE(wrong);
      matrix other = right;
      other.at(row, column) = wrong;
      CHECK_FALSE(cholesky::probed(a, other, 1) <= 1);
      if (wrong != -right.at(40, 40)) CHECK_FALSE(cholesky::residual(a, other) < 1e-12);
    }
  }
}

TEST_CASE("cholesky: the checks find one wrong number at every scale, and nothing in a right factor") {
  blas::require();
  const matrix plain = cholesky::dominant_matrix(20, 3);
  const auto scaled = [&plain](double by_row) {  // from 2^-480 to 2^480 in one matrix, or all alike
    matrix a = plain;
    for (std::size_t i = 0; i < a.n(); ++i) {
      for (std::size_t k = 0; k < a.n(); ++k) {
        const double unit = by_row == 0 ? static_cast<double>(48 * (i + k)) - 912 : by_row;
        a.at(i, k) = std::ldexp(a.at(i, k), static_cast<int>(unit));
      }
    }
    return a;
  };
  for (const double exponent : {0., 1., 530., -560., 950., -960.}) {
    CAPTURE(exponent);
    const matrix a = scaled(exponent);
    cholesky::pivots found;
    matrix right = a;
    cholesky::factor_serially({right.all(), 0, 7, &found});
    REQUIRE_FALSE(found.failed());
    CHECK(cholesky::residual(a, right) < 1e-12);
    CHECK(cholesky::probed(a, right, 1) <= 1);
    for (const auto& [row, column] : {std::pair{19U, 0U}, {1U, 0U}, {0U, 0U}, {12U, 12U}, {19U, 19U}}) {
      CAPTURE(row);
      CAPTURE(column);
      matrix other = right;
      other.at(row, column) *= 1 + 1e-8;
      CHECK_FALSE(cholesky::residual(a, other) < 1e-12);
      CHECK_FALSE(cholesky::probed(a, other, 1) <= 1);
    }
  }
}

TEST_CASE("cholesky: a matrix of very large or small numbers, and one whose products are lost") {
  const tests::scratch_folder folder;
  const auto options = [&folder](const std::string& e) {
    return "--input " + folder.write("a", "0 0 4e" + e + "\n1 0 -1e" + e + "\n1 1 4e" + e + "\n");
  };
  for (const char* const e : {"160", "-170", "289", "-289"}) {
    CAPTURE(e);
    const auto made = prepared(make_cholesky, options(e));
    tests::check_run(*made);
    const std::string line = made->check().line;
    CHECK_MESSAGE(line.find("inf") == std::string::npos, line);
  }
  CHECK(is_refusal(refusal(make_cholesky, options("-310")),
                   "a:1: the diagonal of row 0 is 4e-310; expected at least 1e-290"));
}

TEST_CASE("cholesky: a matrix that is not positive definite is refused, with its row, and nothing is left") {
  const tests::scratch_folder folder;
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += std::to_string(i) + " " + std::to_string(i) + (i == 20 ? " 0.5\n" : " 2\n");
    if (i > 0) text += std::to_string(i) + " " + std::to_string(i - 1) + " -1\n";
  }
  const std::string options = "--block 7 --input " + folder.write("a", text) + " --face ";
  for (const char* const face : {"flow", "pool", "fork_join", "threads"}) {
    CAPTURE(face);
    const auto made = prepared(make_cholesky, options + face);
    auto scheduler = tests::make_scheduler({.workers = 2});
    for (int i = 0; i < 3; ++i) {
      const std::string line = refused([&] { made->run(scheduler); });
      CHECK_MESSAGE(is_refusal(line, "a: no positive pivot in row 21; expected a positive definite"), line);
      CHECK_FALSE(made->check().passed);
    }
    CHECK(is_refusal(refused([&] { made->run_serial(); }), "no positive pivot in row 21"));
    const auto other = prepared(make_cholesky, std::string("--n 20 --block 7 --face ") + face);
    other->run(scheduler);
    CHECK(other->check().passed);
  }
}

TEST_CASE("cholesky: what there is to reach is measured when asked for") {
  const auto made = prepared(make_cholesky, "--n 100 --block 1e6 --rates");
  tests::check_run(*made);
  CHECK(made->counts().at("gflops") > 0);
  CHECK(made->counts().at("kernel_gflops") > 0);
  CHECK(made->counts().at("openblas_gflops") > 0);
  const auto without = prepared(make_cholesky, "--n 100 --block 32");
  tests::check_run(*without);
  CHECK_FALSE(without->counts().contains("kernel_gflops"));
}

TEST_CASE("cholesky: where the system starts no more threads, both references and threads end in an error") {
  const auto made = prepared(make_cholesky, "--n 100 --block 32 --face pool --rates");
  auto one = tests::make_scheduler({.workers = 1});
  std::string line;
  if (!tests::without_threads([&] { line = refused([&] { made->run(one); }); })) {
    MESSAGE("skipped: the kernel forbids no system calls here");
    return;
  }
  CHECK_MESSAGE(is_refusal(line, "OpenBLAS: the system starts no more threads ("), line);
  tests::check_run(*made);
  CHECK(made->counts().at("openblas_gflops") > 0);
  const auto divided = prepared(make_cholesky, "--n 100 --block 32 --face threads");
  CHECK(tests::throws_without_threads(*divided));
  tests::check_run(*divided);
}

TEST_CASE("cholesky: matrices from practice, where they are present") {
  if (tests::shared_data().empty()) return;
  for (const char* const name : {"bcsstk01", "bcsstk01.rsa", "bcsstk02.rsa", "karate.mtx", "jagmesh7.mtx"}) {
    for (const char* const face : {"flow", "pool"}) {
      CAPTURE(name);
      const auto made = prepared(make_cholesky, "--block 40 --input " + tests::shared_data() + "/sparse/" +
                                                    name + " --face " + face);
      made->run_serial();
      CHECK(made->check().passed);
      tests::check_run(*made);
    }
  }
}

TEST_CASE("cholesky: bcsstk13, whose condition is bad, where it is present") {
  if (tests::shared_data().empty()) return;
  for (const char* const face : {"flow", "pool", "fork_join", "threads"}) {
    CAPTURE(face);
    const auto made = prepared(
        make_cholesky, "--block 128 --input " + tests::shared_data() + "/sparse/bcsstk13.mtx --face " + face);
    tests::check_run(*made);
    CHECK(made->counts().at("n") == 2003);
  }
}

TEST_CASE("cholesky: options and files that are wrong are refused") {
  CHECK(is_refusal(refusal(make_cholesky, "--n 0"), "--n 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_cholesky, "--n 1e8"), "do not fit into this machine's memory"));
  CHECK(is_refusal(refusal(make_cholesky, "--n 5 --block 0"), "--block 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_cholesky, "--n 5 --face loop"), "expected pool, fork_join, flow or threads"));
  CHECK_THROWS_AS((void)refusal(make_cholesky, "--n 5 --input a"), CLI::ExcludesError);
  const tests::scratch_folder folder;
  CHECK(is_refusal(refusal(make_cholesky, "--input " + folder.path("none")), "cannot be read"));
  CHECK(is_refusal(refusal(make_cholesky, "--input " + folder.write("a", "0 0 1\n1 1 -2\n")),
                   "a:2: the diagonal of row 1 is -2"));
  CHECK(
      is_refusal(refusal(make_cholesky, "--input " + folder.write("a", "0 0 1\n999999 999999 1\n")), "a: "));
}

TEST_CASE("cholesky: tasks larger than everything, up to the largest that there may be") {
  for (const char* size : {"1000", "1e15", "1000000000000000000"})
    tests::check_run(*tests::prepared(make_cholesky, "--n 20 --block " + std::string(size)));
  for (const char* size :
       {"18446744073709551615", "9223372036854775808", "1000000000000000001", "-1", "0x10", "1e30"})
    CHECK(tests::is_refusal(
        tests::refusal(make_cholesky, "--n 20 --block " + std::string(size)),
        "--block " + std::string(size) + ": expected a whole number from 1 to 1000000000000000000"));
}

}  // namespace cholesky_test
