// Sparse Cholesky: right on every pool, for every ordering and width of panels; a wrong factor is found.
#include "apps/sparse_cholesky/sparse_cholesky.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "apps/sparse_cholesky/check.hpp"
#include "apps/sparse_cholesky/laplacian.hpp"
#include "apps/sparse_cholesky/numeric/solve.hpp"
#include "apps/sparse_cholesky/numeric/tasks.hpp"
#include "apps/sparse_cholesky/symbolic/parallelism.hpp"
#include "apps/support/files/picture.hpp"
#include "apps/support/sparse/read_matrix.hpp"
#include "tests/support/apps.hpp"

namespace sparse_cholesky_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("sparse_cholesky: every pool gives a factor, column by column and in panels") {
  tests::check_on_every_pool(make_sparse_cholesky, "--grid 12");
  tests::check_on_every_pool(make_sparse_cholesky, "--cube 4 --panel 5");
}

TEST_CASE("sparse_cholesky: every ordering and width gives a factor, serially and by tasks") {
  for (const char* const options :
       {"--grid 1", "--grid 2", "--cube 2", "--grid 30 --ordering natural", "--grid 17 --ordering colamd",
        "--cube 7 --ordering metis --panel 2", "--cube 7 --ordering nesdis --panel 3",
        "--cube 7 --ordering natural --panel 1000", "--grid 25 --panel 4"}) {
    CAPTURE(options);
    const auto made = prepared(make_sparse_cholesky, options);
    CHECK_FALSE(made->check().passed);  // nothing has run
    made->run_serial();
    const verdict serial = made->check();
    CHECK_MESSAGE(serial.passed, serial.line);
    for (const unsigned workers : {1U, 3U}) tests::check_run(*made, workers);
  }
}

TEST_CASE("sparse_cholesky: a solution that is known") {
  const tests::scratch_folder folder;
  const std::string solution = folder.path("x");
  // 4 2 0 / 2 5 1 / 0 1 3 times 1 2 3, one triangle in each of three ways to write it.
  const std::string rhs = " --rhs " + folder.write("b", "% comment\n8\n15 11\n") + " --solution " + solution;
  for (const char* const text :
       {"0 0 4\n1 0 2\n1 1 5\n2 1 1\n2 2 3\n", "2 2 3\n0 0 4\n0 1 2\n1 1 5\n1 2 1\n",
        "0 0 4\n0 1 2\n1 0 2\n1 1 5\n1 2 1\n2 1 1\n2 2 3\n",
        "%%MatrixMarket matrix coordinate real symmetric\n% comment\n3 3 5\n1 1 4\n2 1 2\n2 2 5\n3 2 1\n3 3 "
        "3\n",
        "%%MatrixMarket MATRIX Coordinate Integer General\r\n3 3 7\r\n1 1 4\r\n1 2 2\r\n2 1 2\r\n2 2 5\r\n"
        "2 3 1\r\n3 2 1\r\n3 3 3\r\n"}) {
    CAPTURE(text);
    const auto made = prepared(make_sparse_cholesky, "--input " + folder.write("a", text) + rhs);
    tests::check_run(*made);
    CHECK(made->write_outputs().size() == 1);
    double x = 0, y = 0, z = 0;
    CHECK(std::sscanf(folder.content("x").c_str(), "%lf\n%lf\n%lf\n", &x, &y, &z) == 3);
    CHECK(std::abs(x - 1) + std::abs(y - 2) + std::abs(z - 3) < 1e-14);
  }
}

TEST_CASE("sparse_cholesky: right-hand sides near the least number of a double") {
  using namespace sparse_cholesky;
  const tests::scratch_folder folder;
  const std::string matrix = "0 0 4\n1 0 2\n1 1 5\n2 1 1\n2 2 3\n";
  const std::string a = "--input " + folder.write("a", matrix);
  for (const char* const b :
       {"5e-324 0 0", "5e-324 5e-324 5e-324", "1e-320 -3e-322 7e-323", "1e-300 5e-324 0", "0 0 0"}) {
    CAPTURE(b);
    tests::check_run(*prepared(make_sparse_cholesky, a + " --rhs " + folder.write("b", b)));
  }
  // A matrix so large that the solution has no double but 0.
  tests::check_run(*prepared(make_sparse_cholesky, "--input " + folder.write("a", "0 0 4e280\n1 1 4e280\n") +
                                                       " --rhs " + folder.write("b", "1e-60 1e-60")));
  // A wrong solution is found once it is off by more than that.
  const sparse::matrix m = sparse::read_matrix(folder.write("m", matrix));
  const ordered_matrix o = ordered(m, "natural");
  const structure s = symbolic_factorization(o, 1);
  factorization f(o, s);
  f.run_serially();
  const std::vector<double> side{1e-300, 2e-300, 3e-300};
  std::vector<double> x = solve(f, side);
  const reference expected = factor_by_cholmod(o, "m");
  CHECK(errors_of(m, f, side, x, expected).passed());
  x[1] *= 1 + 1e-10;
  CHECK_FALSE(errors_of(m, f, side, x, expected).passed());
}

TEST_CASE("sparse_cholesky: a pattern gets the values of a Laplacian, and one more on the diagonal") {
  const tests::scratch_folder folder;
  const std::string banner = "%%MatrixMarket matrix coordinate pattern symmetric\n";
  // 2 -1 0 / -1 3 -1 / 0 -1 2, with one entry of the diagonal written down.
  const auto made = prepared(make_sparse_cholesky,
                             "--input " + folder.write("a", banner + "3 3 3\n2 1\n1 1\n3 2\n") + " --rhs " +
                                 folder.write("b", "1\n1\n1\n") + " --solution " + folder.path("x"));
  tests::check_run(*made);
  CHECK(made->write_outputs().size() == 1);
  double x = 0;
  CHECK(std::sscanf(folder.content("x").c_str(), "%lf", &x) == 1);
  CHECK(std::abs(x - 1) < 1e-14);
}

TEST_CASE("sparse_cholesky: a single wrong value is found, and so is one that is no number") {
  using namespace sparse_cholesky;
  const sparse::matrix a = laplacian(grid::square(9));
  const ordered_matrix o = ordered(a, "amd");
  const structure s = symbolic_factorization(o, 1);
  const reference expected = factor_by_cholmod(o, "grid");
  factorization f(o, s);
  f.run_serially();
  const std::vector<double> b = product(a, std::vector<double>(static_cast<std::size_t>(a.n), 1.0));
  const auto found = [&] { return errors_of(a, f, b, solve(f, b), expected); };
  CHECK(found().passed());
  CHECK(s.values == expected.values.size());
  for (const double wrong : {1e-9, -3.0, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(wrong);
    double& value = f.values()[f.values().size() / 2];
    const double right = value;
    value += wrong;
    CHECK_FALSE(found().passed());
    CHECK_FALSE(found().product <= found().allowed);
    CHECK_FALSE(found().residual <= found().allowed);
    CHECK_FALSE(found().difference <= 1e-12);
    value = right;
  }
  reference other = expected;
  std::swap(other.rows[1], other.rows[2]);
  CHECK_FALSE(errors_of(a, f, b, solve(f, b), other).passed());
}

TEST_CASE("sparse_cholesky: a wrong value is found in a row of small numbers beside one of large ones") {
  using namespace sparse_cholesky;
  const tests::scratch_folder folder;
  const sparse::matrix a = sparse::read_matrix(folder.write("m", "0 0 1e200\n1 0 1\n1 1 1e-150\n2 2 4\n"));
  const ordered_matrix o = ordered(a, "natural");
  const structure s = symbolic_factorization(o, 1);
  const reference expected = factor_by_cholmod(o, "m");
  factorization f(o, s);
  f.run_serially();
  const std::vector<double> b = product(a, {1, 1, 1});
  const auto found = [&] { return errors_of(a, f, b, solve(f, b), expected); };
  CHECK(found().passed());
  CHECK(found().are_comparable());
  for (double& value : f.values()) {
    if (value == 0) continue;
    const double right = value;
    value *= 1 + 1e-9;
    CHECK_FALSE(found().passed());
    value = right;
  }
  sparse::matrix singular;
  singular.n = 2;
  singular.start = {0, 2, 3};
  singular.row = {0, 1, 1};
  singular.value = {1, 1, 1 + 1e-15};
  const ordered_matrix two = ordered(singular, "natural");
  const structure shape = symbolic_factorization(two, 1);
  factorization near(two, shape);
  near.run_serially();
  const std::vector<double> side = product(singular, {1, 1});
  errors of_near = errors_of(singular, near, side, solve(near, side), factor_by_cholmod(two, "m"));
  CHECK(of_near.passed());
  CHECK_FALSE(of_near.are_comparable());
  near.values()[0] *= 1 + 1e-9;
  CHECK_FALSE(errors_of(singular, near, side, solve(near, side), factor_by_cholmod(two, "m")).passed());
}

TEST_CASE("sparse_cholesky: a factor that is too large is refused before there is a matrix") {
  for (const char* const options : {"--cube 500", "--cube 300 --ordering natural", "--grid 10000"}) {
    const std::string line = refusal(make_sparse_cholesky, options);
    CHECK_MESSAGE(is_refusal(line, "its factor has "), line);
  }
  using namespace sparse_cholesky;
  for (const grid& each : {grid::square(1), grid::square(2), grid::square(9), grid::square(64),
                           grid::rectangle(25, 20), grid::rectangle(1, 300), grid::rectangle(200, 30),
                           grid::cube(1), grid::cube(3), grid::cube(8), grid::cube(16)}) {
    for (const char* const by : {"amd", "nesdis", "metis"}) {
      const ordered_matrix made = ordered(laplacian(each), by);
      CHECK(least_factor_entries(each) <= static_cast<double>(made.factor_entries));
    }
  }
}

TEST_CASE("sparse_cholesky: a rectangle of points, each with its neighbours") {
  using namespace sparse_cholesky;
  const sparse::matrix a = laplacian(grid::rectangle(3, 2));
  CHECK(a.n == 6);
  CHECK(a.row == std::vector{0, 1, 3, 1, 2, 4, 2, 5, 3, 4, 4, 5, 5});
  CHECK(a.value == std::vector<double>{4, -1, -1, 4, -1, -1, 4, -1, 4, -1, 4, -1, 4});
}

TEST_CASE("sparse_cholesky: the parallelism of an elimination tree") {
  using namespace sparse_cholesky;
  ordered_matrix chain;
  chain.parent = {1, 2, -1};
  chain.count = {2, 2, 1};
  CHECK(tree_parallelism(chain) == 1);
  ordered_matrix star;  // three leaves of 4 operations, and a root of 1
  star.parent = {3, 3, 3, -1};
  star.count = {2, 2, 2, 1};
  CHECK(tree_parallelism(star) == doctest::Approx(13.0 / 5));
  CHECK(tree_parallelism(ordered(laplacian(grid::rectangle(25, 20)), "natural")) <
        1.5);  // of a band: a chain
  CHECK(tree_parallelism(ordered(laplacian(grid::rectangle(25, 20)), "amd")) > 1.9);
}

TEST_CASE("sparse_cholesky: a pivot that is not positive ends the run, and the scheduler stays usable") {
  using namespace sparse_cholesky;
  sparse::matrix a = laplacian(grid::square(9));
  a.value[static_cast<std::size_t>(a.start[40])] = 0.5;  // the middle one
  const ordered_matrix o = ordered(a, "amd");
  const structure s = symbolic_factorization(o, 1);
  const auto line = [](const auto& act) {
    try {
      act();
    } catch (const input_error& error) { return std::string(error.what()); }
    return std::string();
  };
  CHECK(is_refusal(line([&] { (void)factor_by_cholmod(o, "grid"); }), "grid: no positive pivot in row"));
  factorization f(o, s);
  CHECK(is_refusal(line([&] { f.run_serially(); }), "expected a positive definite matrix"));
  auto scheduler = tests::make_scheduler({.workers = 2});
  f.load();
  CHECK(is_refusal(line([&] { task_factorization(f).run(scheduler); }), "its pivot is "));
  const auto made = prepared(make_sparse_cholesky, "--grid 9");
  made->run(scheduler);
  CHECK(made->check().passed);
}

TEST_CASE("sparse_cholesky: the picture") {
  const tests::scratch_folder folder;
  const auto made = prepared(make_sparse_cholesky, "--grid 40 --picture " + folder.path("l.png"));
  tests::check_run(*made);
  CHECK(made->write_outputs().size() == 1);
  const grey_picture drawn = read_grey_png(folder.path("l.png"), 1'000'000);
  REQUIRE(drawn.width == 1000);
  REQUIRE(drawn.height == 1000);
  for (std::size_t i = 0; i < 1000; ++i) CHECK(drawn.bytes[i * 1001] < 200);  // the diagonal
}

TEST_CASE("sparse_cholesky: matrices from practice, where they are present") {
  if (tests::shared_data().empty()) return;
  for (const char* const name : {"bcsstk01", "bcsstk01.rsa", "bcsstk02.rsa", "bcsstk13.mtx", "bcspwr10.mtx",
                                 "jagmesh7.mtx", "karate.mtx --panel 8"}) {
    CAPTURE(name);
    const auto made = prepared(make_sparse_cholesky, "--input " + tests::shared_data() + "/sparse/" + name);
    made->run_serial();
    CHECK(made->check().passed);
    tests::check_run(*made);
  }
}

}  // namespace sparse_cholesky_test
