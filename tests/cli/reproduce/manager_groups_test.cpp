// KR02's figure 8: memory managers in two groups of times.
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/reproduce/studies/kr02/two_groups.hpp"
#include "tests/cli/reproduce/papers_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace manager_groups_test {

using namespace jackdaw::cli;
using namespace jackdaw::cli::test;
using jackdaw::apps::json;
using indices = std::vector<std::size_t>;

namespace {

/// What figure 8 finds where each manager has its time by `seconds`.
json found(const std::map<std::string, double>& seconds, const char* repeat = "6") {
  papers_app::seconds() = seconds;
  const outcome result =
      reproduce({"KR02-figure8", "--input", "small", "--repeat", repeat, "--workers", "1,2", "--json"});
  papers_app::seconds().clear();
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  return json::parse(result.out);
}

}  // namespace

TEST_CASE("times are divided at the widest step between neighbours") {
  const two_groups some = divided({4.4, 3.3, 4.5, 3.4});
  CHECK(some.fast == indices{1, 3});
  CHECK(some.slow == indices{0, 2});
  CHECK(step_between(some, {4.4, 3.3, 4.5, 3.4}) == doctest::Approx(4.4 / 3.4));
  CHECK(step_within(some, {4.4, 3.3, 4.5, 3.4}) == doctest::Approx(3.4 / 3.3));
  CHECK(ratio_of(some, {4.4, 3.3, 4.5, 3.4}) == doctest::Approx(8.9 / 6.7));
  // In another round the groups stay what they were.
  CHECK(step_between(some, {3, 3.3, 4.5, 3.4}) == doctest::Approx(3 / 3.4));
  CHECK(step_within(some, {3, 3.3, 4.5, 3.4}) == doctest::Approx(1.5));

  // Ratios, not differences; all equal; one alone.
  CHECK(divided({100, 1, 2, 150}).fast == indices{1, 2});
  CHECK(divided({5, 5, 5}).fast == indices{0});
  CHECK(divided({1, 10}).slow == indices{1});
  CHECK(step_within(divided({1, 10}), {1, 10}) == 1);
}

TEST_CASE("two groups are found where there are two, and none where times are spread") {
  const json two = found({{"bs", 2.7}, {"l", 2.72}, {"bk", 2.68}});
  REQUIRE(two["claims"].size() == 1);  // with one worker only
  CHECK(two["claims"][0]["verdict"] == "agrees");
  CHECK(two["claims"][0]["ratio"].get<double>() == doctest::Approx(2.68 / 2 / (2.72 / 2.68)));
  CHECK(has(two["notes"][0].get<std::string>(), "bk bs l"));
  CHECK(two["rows"].size() == 19 * 2);
  CHECK(two["rows"][0]["memory"] == "bs");
  CHECK(two["rows"][0]["seconds"].size() == 6);

  const json spread = found({{"bs", 2.1}, {"l", 2.2}, {"bk", 2.3}, {"dl", 2.42}});
  CHECK(spread["claims"][0]["verdict"] == "differs");
  CHECK(found({{"bs", 2.7}}, "2")["claims"][0]["verdict"] == "within the noise");
}

TEST_CASE("a manager with a wrong result has no figures, and no groups are claimed") {
  papers_app::wrong_on() = "dq8";
  const outcome wrong = reproduce({"KR02-figure8", "--input", "small", "--repeat", "1", "--workers", "1"});
  papers_app::wrong_on().clear();
  CHECK(wrong.status == 1);
  CHECK(has(wrong.out, "WRONG"));
  CHECK(has(wrong.out, "7 instead of 8"));
  CHECK_FALSE(has(wrong.out, "widest step"));
}

TEST_CASE("the figure is drawn, with a curve for each manager") {
  const jackdaw::tests::scratch_folder here;
  const auto drawn = [&](const char* pools, const char* file) {
    const outcome result = reproduce({"KR02-figure8", "--input", "small", "--repeat", "1", "--pools", pools,
                                      "--workers", "1,2", "--output-plot", here.path(file)});
    CAPTURE(result.err);
    CHECK(result.status == 0);
    return here.content(file);
  };
  const std::string one = drawn("dq8", "one.svg");
  CHECK(has(one, "</svg>"));
  CHECK(drawn("dq8,dq2", "two.svg").size() > one.size() + one.size() / 2);  // twice the curves
}

}  // namespace manager_groups_test
