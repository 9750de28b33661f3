// jackdaw compare --multiprogrammed: which pool runs where, and times by its own best.
#include <set>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/base/processors/cpu_list.hpp>

#include "tests/cli/fake_app.hpp"

namespace multiprogrammed_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;

TEST_CASE("every contender runs in every situation, and is compared with its own best") {
  const auto result = call({"compare", "fake", "--size", "7", "--multiprogrammed", "--pools", "dq8,sq1",
                            "--workers", "1,4", "--repeat", "2", "--no-warm-up", "--json"});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  const json found = json::parse(result.out);
  const std::size_t situations = 5 - found["skipped"].size();  // a quota may need a right that we lack
  CHECK(situations >= 4);
  CHECK(found["input"] == "size=7, \"fake\"");
  REQUIRE(found["results"].size() == 6 * situations);
  std::set<std::string> names;
  for (const json& each : found["results"]) {
    names.insert(each["situation"].get<std::string>());
    CHECK(each["tasks"] == 7);  // the threads' version has the other options, too
    CHECK(each["all_seconds"].size() == 2);
    CHECK(each["all_processors"].size() == 2);
    CHECK(each["ratio_to_best"] == (each["workers"] == 4 ? 1.0 : 4.0));  // as the fake pretends everywhere
  }
  CHECK(names.size() == situations);
  CHECK(names.contains("1 processor by affinity"));
  std::string expected;
  for (std::size_t i = 0; i < 2 * situations; ++i) expected += "dq81 dq84 sq11 sq14 threads1 threads4 ";
  CHECK(fake_app::order() == expected);
}

TEST_CASE("the table for people") {
  const auto more = std::to_string(jackdaw::base::affinity_of().size() + 1);
  const auto result = call(
      {"compare", "fake", "--multiprogrammed", "--workers", "1," + more, "--repeat", "1", "--no-warm-up"});
  CAPTURE(result.out);
  CHECK(result.status == 0);
  CHECK(has(result.out,
            "fake, size=3, \"fake\": median time of 1 runs, relative to the pool's best time without other "
            "programs"));
  CHECK(has(result.out, "P=" + more));
  CHECK(has(result.out, "beside cycler 2,20, nice 10"));
  CHECK(has(result.out, "P = " + more + ": jackdaw 1.00, threads 1.00\n"));

  const auto wrong = call({"compare", "fake", "--wrong-on", "threads", "--multiprogrammed", "--workers", more,
                           "--repeat", "1", "--no-warm-up"});
  CHECK(wrong.status == 1);
  CHECK(has(wrong.out, "jackdaw 1.00, threads WRONG\n"));
  CHECK(has(wrong.out, "WRONG threads, " + more + " workers: 7 instead of 8"));
}

TEST_CASE("what --multiprogrammed does not go with is refused") {
  refuses({"compare", "--multiprogrammed", "all"}, "expected one application");
  refuses({"compare", "fake", "--multiprogrammed", "--csv"}, "neither --csv");
  refuses({"compare", "fake", "--multiprogrammed", "--output-plot", "plot.svg"}, "nor --output-plot");
  refuses({"compare", "fake", "--multiprogrammed", "--face", "none"}, "--face none");
  refuses({"compare", "--multiprogrammed"}, "no application given after compare");
}

}  // namespace multiprogrammed_test
