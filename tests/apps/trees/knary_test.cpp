// BP98's tree: as many nodes as the formula says, on every pool and by joins. That what must follow each other does,
// is seen by the span: tests/trace.
#include "apps/knary/knary.hpp"

#include <cstdint>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/knary/tree.hpp"
#include "tests/support/apps.hpp"

namespace knary_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("knary: nodes and longest path by their formulas") {
  using knary::tree;
  CHECK(tree{0, 7, 3}.nodes() == 1);
  CHECK(tree{0, 7, 3}.longest_path() == 1);
  CHECK(tree{4, 1, 0}.nodes() == 5);  // a chain
  CHECK(tree{4, 1, 1}.longest_path() == 5);
  CHECK(tree{2, 4, 0}.nodes() == 21);
  CHECK(tree{2, 4, 0}.longest_path() == 3);
  CHECK(tree{2, 4, 1}.longest_path() == 7);
  CHECK(tree{2, 4, 3}.longest_path() == 21);
  CHECK(tree{2, 4, 4}.longest_path() == 21);
  CHECK(tree{100, 4, 4}.nodes() == ~std::uint64_t{0});  // as many as a number can say
}

TEST_CASE("knary: the serial program, joins and tasks find all nodes, whatever is serial") {
  for (const char* const shape :
       {"--height 0", "--height 10000 --degree 1 --serial-children 1",
        "--height 200 --degree 1 --serial-children 0", "--height 200 --degree 1 --serial-children 1",
        "--height 6 --degree 4 --serial-children 0", "--height 6 --degree 4 --serial-children 2",
        "--height 6 --degree 4 --serial-children 4", "--height 3 --degree 40 --serial-children 7"}) {
    CAPTURE(shape);
    const auto made = prepared(make_knary, std::string(shape) + " --units 10");
    CHECK_FALSE(made->check().passed);  // nothing has run
    made->run_serial();
    CHECK(made->check().passed);
    tests::check_run(*made, 3);
    const auto joined = prepared(make_knary, std::string(shape) + " --units 10 --face fork_join");
    tests::check_run(*joined, 3);
  }
}

TEST_CASE("knary: every pool") {
  tests::check_on_every_pool(make_knary, "--height 5 --degree 4 --serial-children 1 --units 5");
}

TEST_CASE("knary: what is out of range is refused") {
  CHECK(is_refusal(refusal(make_knary, "--height -1"), "--height -1"));
  for (const char* wrong : {"-1", "18446744073709551616", "0x10", "1.5", "1e20"})
    CHECK(is_refusal(refusal(make_knary, "--units " + std::string(wrong)), "--units " + std::string(wrong)));
  CHECK(is_refusal(refusal(make_knary, "--height 10001"), "--height 10001"));
  CHECK(is_refusal(refusal(make_knary, "--degree 0"), "--degree 0"));
  CHECK(is_refusal(refusal(make_knary, "--degree 3 --serial-children 4"), "--serial-children 4"));
  CHECK(is_refusal(refusal(make_knary, "--serial-children -1"), "--serial-children -1"));
  CHECK(is_refusal(refusal(make_knary, "--height 40 --degree 4"), "too many nodes"));
  CHECK(is_refusal(refusal(make_knary, "--face flow"), "--face flow"));
}

}  // namespace knary_test
