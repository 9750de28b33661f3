// The product of matrices: right on every pool and face, and for every way in which blocks do not fit; the
// checks find a single wrong number.
#include "apps/mm/mm.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "apps/mm/check.hpp"
#include "apps/support/dense/product.hpp"
#include "apps/support/work/divided.hpp"
#include "tests/support/apps.hpp"

namespace mm_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("mm: every pool gives the product") { tests::check_on_every_pool(make_mm, "--n 40 --block 8"); }

TEST_CASE("mm: every face, blocks of every size") {
  for (const char* const face : {"pool", "fork_join", "threads"}) {
    for (const char* const size :
         {"--n 1", "--n 2 --block 1", "--n 7 --block 3", "--n 64 --block 16", "--n 65 --block 16",
          "--n 100 --block 100", "--n 100 --block 99", "--n 300 --block 64 --seed 5"}) {
      CAPTURE(face);
      CAPTURE(size);
      const auto made = prepared(make_mm, std::string(size) + " --face " + face);
      CHECK_FALSE(made->check().passed);  // nothing has run
      tests::check_run(*made, 3);
      made->run_serial();
      CHECK(made->check().passed);
      tests::check_run(*made);
      CHECK(made->check().line.find("off the serial product") != std::string::npos);
    }
  }
}

TEST_CASE("mm: blocks cover the result once, and are no larger than asked for") {
  for (const std::size_t n : {1U, 5U, 16U, 47U, 48U, 49U}) {
    for (const std::size_t block : {1U, 4U, 16U, 64U}) {
      struct counted {
        product what;
        [[nodiscard]] bool is_leaf() const { return what.is_leaf(); }
        [[nodiscard]] std::pair<counted, counted> halves() const {
          const auto both = what.halves();
          return {{both.first}, {both.second}};
        }
        void compute() const {
          CHECK(what.a.rows == what.c.rows);
          CHECK(what.b.columns == what.c.columns);
          CHECK(what.c.rows <= what.block);
          CHECK(what.c.columns <= what.block);
          for (std::size_t j = 0; j < what.c.columns; ++j)
            for (std::size_t i = 0; i < what.c.rows; ++i) what.c.at(i, j) += 1;
        }
      };
      matrix a(n), b(n), c(n);
      compute_divided(counted{{a.all(), b.all(), c.all(), 1, 0, block}});
      for (const double times : c.numbers()) CHECK(times == 1);
    }
  }
}

TEST_CASE("mm: the checks find one wrong number, and one that is none") {
  blas::require();
  base::random random(3);
  matrix a = random_matrix(90, random);
  matrix b = random_matrix(90, random);
  matrix c(90);
  blas::multiply(1, a.all(), b.all(), 0, c.all());
  CHECK(mm::probed(a, b, c, 1) <= 1);
  CHECK(mm::compared(a, b, c) <= 1);
  for (const double wrong :
       {c.at(17, 71) + 1e-9, c.at(17, 71) * 1.0001, 0.0, std::numeric_limits<double>::quiet_NaN(),
        std::numeric_limits<double>::infinity()}) {
    CAPTURE(wrong);
    matrix other = c;
    other.at(17, 71) = wrong;
    CHECK_FALSE(mm::probed(a, b, other, 1) <= 1);
    CHECK_FALSE(mm::compared(a, b, other) <= 1);
    CHECK(largest_difference(c, other) > 0);
  }
}

TEST_CASE("mm: options out of range are refused") {
  CHECK(is_refusal(refusal(make_mm, "--n 0"), "--n 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_mm, "--n 2.5"), "--n 2.5: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_mm, "--n 1e8"), "do not fit into this machine's memory"));
  CHECK(is_refusal(refusal(make_mm, "--n 1e12"), "--n 1e12: expected a whole number from 1 to"));
  CHECK(is_refusal(refusal(make_mm, "--n 5 --block 0"), "--block 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_mm, "--n 5 --face flow"), "--face flow: no such face"));
}

}  // namespace mm_test
