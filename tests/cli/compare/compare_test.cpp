// What `jackdaw compare` measures, in which order, and how it says that.
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/support/text/input_error.hpp"
#include "tests/cli/fake_app.hpp"

namespace compare_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;

TEST_CASE("compare runs all pools in every round") {
  const auto result =
      call({"compare", "fake", "--pools", "dq8,sq1,dq8", "--workers", "2,1,2", "--repeat", "2"});
  CHECK(result.status == 0);
  CHECK(fake_app::order() ==
        "serial dq81 sq11 dq82 sq12 "  // warms up
        "dq81 sq11 dq82 sq12 serial "  // none always follows the same one
        "sq11 dq82 sq12 serial dq81 ");
  CHECK(has(result.out, "<- fastest"));
  CHECK(has(result.out, "Best overall: dq8 with "));

  (void)call({"compare", "fake", "--pools", "dq8", "--workers", "1", "--repeat", "1", "--no-warm-up",
              "--no-serial"});
  CHECK(fake_app::order() == "dq81 ");
}

TEST_CASE("compare --json and --csv") {
  const std::vector<std::string> arguments{"compare",   "fake",   "--pools",  "dq8,sq1",
                                           "--workers", "1,2",    "--repeat", "3",
                                           "--memory",  "dgbkof", "--idle",   "spin_yield_park"};
  auto as_json = arguments;
  as_json.push_back("--json");
  const json found = json::parse(call(as_json).out);
  CHECK(found["app"] == "fake");
  CHECK(found["checked"] == true);
  CHECK(found["serial"]["seconds"] == 1.0);
  REQUIRE(found["results"].size() == 4);
  const json& last = found["results"][3];
  CHECK(last["pool"] == "sq1");
  CHECK(last["workers"] == 2);
  CHECK(last["tasks"] == 3);
  CHECK(last["seconds"] == 1.0);
  CHECK(last["all_seconds"].size() == 3);
  CHECK(last["speedup"] == 1.0);
  CHECK(last["efficiency"] == 0.5);
  CHECK(last["fastest"] == false);
  CHECK(found["results"][2]["fastest"] == true);
  CHECK(found["best"]["pool"] == "dq8");
  CHECK(found["best"]["ratio"] == 1.0);

  auto as_csv = arguments;
  as_csv.push_back("--csv");
  const std::string csv = call(as_csv).out;
  CHECK(csv.starts_with("app,input,pool,"));
  CHECK(has(csv,
            "\r\nfake,\"size=3, \"\"fake\"\"\",sq1,dgbkof,spin_yield_park,2,3,1,1,1,1,1,0.5,true,false\r\n"));
}

TEST_CASE("compare all: every application, and how far each pool is behind the best") {
  const std::vector<std::string> arguments{"compare",  "all",    "--pools",   "dq8,jackdaw",
                                           "--memory", "dgbkof", "--workers", "2",
                                           "--repeat", "4",      "--by",      "least"};
  const auto shown = call(arguments);
  CHECK(shown.status == 0);
  CHECK(
      has(shown.err, " on 2 workers, best of 2: dq8; jackdaw 2.00 times that\n"));  // as soon as it is known
  CHECK(has(shown.out, "Time relative to the best pool, 2 workers, least of 4"));
  CHECK(has(shown.out,
            "jackdaw on 2 workers: 2.000 times the time of the best pool for each application "
            "(geometric mean), at worst 2.00 (fake)"));
  auto as_json = arguments;
  as_json.push_back("--json");
  const json found = json::parse(call(as_json).out);
  REQUIRE(found["tables"].size() == 1);
  CHECK(found["tables"][0]["rows"][0] ==
        json{{"pool", "dq8"}, {"mean", 1.0}, {"worst", 1.0}, {"ratios", {{"fake", 1.0}}}});
  CHECK(found["comparisons"][0]["serial"].is_null());

  CHECK(!found.contains("finals"));

  auto with_finals = arguments;
  with_finals.insert(with_finals.end(), {"--finals", "6"});
  const auto finals = call(with_finals);
  CHECK(finals.status == 0);
  CHECK(has(finals.out,
            "Measured again, in turns with the best other pools (3 at most), 2 workers, least of 6"));
  CHECK(has(finals.out,
            "jackdaw on 2 workers: 2.000 times the time of the best other pool (geometric mean), "
            "at worst 2.00 (fake)"));
  with_finals.push_back("--json");
  const json twice = json::parse(call(with_finals).out);
  REQUIRE(twice["finals"].size() == 1);
  CHECK(twice["finals"][0]["results"].size() == 2);
  CHECK(twice["finals"][0]["results"][0]["pool"] == "jackdaw");
  CHECK(twice["finals"][0]["results"][0]["all_seconds"].size() == 6);
  refuses({"compare", "all", "--finals", "few"}, "--finals");
  refuses({"compare", "all", "--finals", "3", "--csv"}, "--finals: expected the table or --json");

  CHECK(has(call({"compare", "all", "--apps", "fake,none"}).err, "'none'"));
  CHECK(call({"compare", "fake", "--by", "mean"}).status == 2);
}

TEST_CASE("an application that throws after others loses nothing of theirs") {
  struct failing_app : fake_app {
    void prepare() override { throw jackdaw::apps::input_error("it gave up"); }
  };
  using app = std::unique_ptr<jackdaw::apps::app>;
  static constexpr jackdaw::apps::app_entry entries[] = {
      {"first", "does nothing", "nobody", []() -> app { return std::make_unique<fake_app>(); }},
      {"second", "fails", "nobody", []() -> app { return std::make_unique<failing_app>(); }}};
  std::ostringstream out;
  std::ostringstream err;
  const std::vector<std::string> all{"compare",   "all", "--pools",  "dq8,jackdaw",
                                     "--workers", "2",   "--repeat", "1"};
  CHECK(jackdaw::cli::command(all, {entries, out, err}) == 2);
  CHECK(has(out.str(), "Time relative to the best pool, 2 workers"));
  CHECK(has(out.str(), "(first)"));
  CHECK(err.str().ends_with("\njackdaw: it gave up\n"));
}

TEST_CASE("an idle policy that is written after a pool's name is the one, and --idle is for the others") {
  const std::vector<std::string> parts{"fake", "--workers", "1", "--repeat", "1", "--json", "--idle", "spin"};
  const auto with = [&](std::vector<std::string> line) {
    line.insert(line.begin() + 1, parts.begin(), parts.end());
    return json::parse(call(line).out);
  };
  const json both = with({"compare", "--pools", "sq1,dq8:idle=yield"})["results"];
  REQUIRE(both.size() == 2);
  CHECK(both[0]["idle"] == "spin");
  CHECK(both[1]["pool"] == "dq8:idle=yield");
  CHECK(both[1]["idle"] == "yield");
  const json one = with({"run", "--pool", "dq8:idle=yield"});
  CHECK(one["pool"] == "dq8:idle=yield");
  CHECK(one["idle"] == "yield");
  refuses({"run", "fake", "--pool", "dq8:idle=yield", "--idle", "spn"}, "did you mean 'spin'?");
  const json all = json::parse(call({"compare", "fake", "--pools", "dq8:idle=yield", "--idle",
                                     "spin,yield,source", "--workers", "1", "--repeat", "1", "--json"})
                                   .out);
  CHECK(all["results"].size() == 1);  // not one row under several names
}

TEST_CASE("compare sweeps over the values of a parameter, and names each configuration") {
  const auto swept = call({"compare", "fake", "--pools", "sq1,dq8:2,4:lock=spin,mutex,dq1", "--workers", "1",
                           "--repeat", "1", "--json"});
  CHECK(swept.status == 0);
  const json found = json::parse(swept.out);
  std::vector<std::string> names;
  for (const json& each : found["results"]) names.push_back(each["pool"]);
  CHECK(names == std::vector<std::string>{"sq1", "dq8:block=2:lock=spin", "dq8:block=2:lock=mutex",
                                          "dq8:block=4:lock=spin", "dq8:block=4:lock=mutex", "dq1"});
  const auto mixed = call({"compare", "fake", "--pools", "dq8:2,block=4", "--workers", "1", "--repeat", "1"});
  CHECK(mixed.status == 0);
  CHECK(has(mixed.out, "dq8:block=4"));
  CHECK(found["results"][1]["parameters"]["block"] == "2");
  CHECK(found["results"][1]["parameters"]["victims"] == "next");
  CHECK(found["results"][1]["parameters"]["idle"] == found["results"][1]["idle"]);
  refuses({"compare", "fake", "--pools", "dq8:2,99"},
          "dq8: block '99'; expected a whole number from 1 to 64");
  refuses({"compare", "fake", "--pools", "sq1,dq88"}, "no pool is called 'dq88'");
}

TEST_CASE("compare --counters shows what the workers did, by pool") {
  const std::vector<std::string> line{"compare", "fake",     "--pools", "dq2,dq8:2", "--workers",
                                      "2",       "--repeat", "2",       "--counters"};
  CHECK(has(call(line).out, "lock waits"));
  auto as_json = line;
  as_json.push_back("--json");
  for (const json& each : json::parse(call(as_json).out)["results"]) {
    CHECK(each["counters"]["runs"] == 2);
    CHECK(each["counters"]["steals_tried"] >= each["counters"]["steals_done"]);
    CHECK(each["counters"]["sleep_seconds"] >= 0);
    CHECK(each["counters"]["search_seconds"] >= 0);
    if (each["counters"]["steals_tried"] == 0) CHECK(each["counters"]["search_seconds"] == 0);
  }
  auto with_csv = line;
  with_csv.push_back("--csv");
  refuses(with_csv, "--counters");
}

}  // namespace compare_test
