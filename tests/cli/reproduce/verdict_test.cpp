// The rule by which a paper's difference is here, too: intervals of ratios, limits, verdicts.
#include "cli/reproduce/verdict/verdict.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/compare/ranking.hpp"
#include "cli/reproduce/reproduction.hpp"
#include "cli/reproduce/verdict/part_rounds.hpp"
#include "tests/cli/reproduce/papers_app.hpp"

namespace verdict_test {

using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::cli::test::papers_app;
using jackdaw::cli::test::reproduce;

namespace {

ratio_interval between(double low, double high) {
  return {.middle = (low + high) / 2, .low = low, .high = high};
}

}  // namespace

TEST_CASE("the interval of the sign test: ranks as in the tables") {
  for (const std::size_t rounds : {0U, 1U, 2U, 5U}) CHECK(interval_rank(rounds) == 0);
  CHECK(interval_rank(6) == 1);
  CHECK(interval_rank(8) == 1);
  CHECK(interval_rank(9) == 2);
  CHECK(interval_rank(11) == 2);
  CHECK(interval_rank(12) == 3);
  CHECK(interval_rank(20) == 6);
  CHECK(interval_rank(100) == 40);
  CHECK(interval_rank(100'000) > 49'600);
}

TEST_CASE("ratios are of the same round: what makes a whole round slow is in neither") {
  const std::vector<double> other{1, 2, 4, 1, 3, 1};
  std::vector<double> slower;
  for (const double each : other) slower.push_back(1.5 * each);
  const auto found = interval_of(slower, other);
  REQUIRE(found);
  CHECK(found->middle == doctest::Approx(1.5));
  CHECK(*found->low == doctest::Approx(1.5));
  CHECK(*found->high == doctest::Approx(1.5));
  const auto few = interval_of({2, 3}, {1, 1});
  REQUIRE(few);
  CHECK(few->middle == doctest::Approx(2.5));
  CHECK(!few->low);
  CHECK(!interval_of({}, {}));
  CHECK(!interval_of({1, 0}, {1, 1}));
  // Nine rounds: the least and the largest ratio do not count.
  const auto nine = interval_of({1, 2, 3, 4, 5, 6, 7, 8, 9}, std::vector<double>(9, 1));
  CHECK(*nine->low == 2);
  CHECK(*nine->high == 8);
}

TEST_CASE("an interval says something where it reaches over no limit") {
  CHECK(relation_of(between(1.03, 1.2)) == relation::slower);
  CHECK(relation_of(between(0.99, 1.01)) == relation::as_fast);
  CHECK(relation_of(between(0.7, 0.97)) == relation::faster);
  CHECK(!relation_of(between(1.01, 1.2)));
  CHECK(!relation_of(between(0.9, 1.1)));
  CHECK(!relation_of(ratio_interval{.middle = 2}));
  CHECK(relation_of(1.021) == relation::slower);
  CHECK(relation_of(1.019) == relation::as_fast);
}

TEST_CASE("verdicts: all of three by three, and the noise") {
  for (const relation there : {relation::slower, relation::as_fast, relation::faster}) {
    for (const relation here : {relation::slower, relation::as_fast, relation::faster})
      CHECK(verdict_of(there, here) == (there == here ? verdict::agrees : verdict::differs));
    CHECK(verdict_of(there, std::nullopt) == verdict::within_noise);
  }
  CHECK(count_text({verdict::agrees, verdict::within_noise, verdict::agrees, verdict::differs}) ==
        "2 of 4 agree, 1 differs, 1 within the noise");
  CHECK(has(rule_text(5), "all is within the noise; expected --repeat 6"));
}

TEST_CASE("rounds are those of a part's place: a pool's best manager, a manager's mean over pools") {
  comparison found;
  const auto add = [&](const char* pool, const char* memory, std::vector<double> seconds,
                       bool correct = true) {
    found.results.push_back({.choice = {.pool = pool, .memory = memory, .workers = 2},
                             .seconds = std::move(seconds),
                             .correct = correct,
                             .line = {}});
  };
  add("a", "m", {4, 5, 6});
  add("a", "n", {1, 2, 3});
  add("b", "m", {2, 3, 2});
  add("b", "n", {9, 9, 9}, false);
  paper_result result = paper_results().front();
  result.of = paper_result::subject::pools;
  CHECK(rounds_of(result, found, 2, "a") == std::vector<double>{1, 2, 3});
  CHECK(rounds_of(result, found, 2, "b") == std::vector<double>{2, 3, 2});
  CHECK(rounds_of(result, found, 1, "a").empty());
  result.is_mean = true;
  CHECK(rounds_of(result, found, 2, "a") == std::vector<double>{2.5, 3.5, 4.5});
  CHECK(rounds_of(result, found, 2, "b").empty());  // wrong with a manager
  const std::vector<ranked> places = rank(found, 2).pools_by_mean;
  REQUIRE(places.size() == 1);
  CHECK(places.front().name == "a");
  CHECK(places.front().seconds == doctest::Approx(3.5));
  result.is_mean = false;
  result.of = paper_result::subject::managers;
  CHECK(rounds_of(result, found, 2, "m") == std::vector<double>{3, 4, 4});
  CHECK(rounds_of(result, found, 2, "n").empty());  // wrong on a pool: its mean is of others
}

TEST_CASE("verdicts of orders: by the times that were claimed") {
  papers_app::wrong_on() = "";
  papers_app::jitter() = 0;
  papers_app::seconds() = {{"dq8w", 1}, {"dq9w", 1}, {"dq9w1", 2}, {"sq1", 2}};
  const std::vector<std::string> figure2{"WSL06-figure2", "--repeat", "6"};
  auto as_json = figure2;
  as_json.push_back("--json");
  const json orders = json::parse(reproduce(as_json).out)["orders"];
  REQUIRE(orders.size() == 3);
  CHECK(orders[0]["verdict"] == "agrees");  // dq8w before sq1
  CHECK(orders[0]["ratio"] == doctest::Approx(2.0));
  CHECK(orders[0]["low"] == doctest::Approx(2.0));
  CHECK(orders[2]["verdict"] == "differs");  // dq9w1 before sq1: here as fast
  const std::string shown = reproduce(figure2).out;
  CHECK(has(shown, "Orders: 2 of 3 agree, 1 differs, 0 within the noise"));
  CHECK(has(shown, "2.00 to 2.00"));
  CHECK(has(shown, "of 6 rounds; less than 2 % is as fast"));

  papers_app::jitter() = 0.1;  // every second run: ratios of 1.01 by a tenth, up and down
  papers_app::seconds() = {{"dq8w", 1}, {"dq9w", 1.01}, {"dq9w1", 1}, {"sq1", 1.05}};
  const outcome few = reproduce({"WSL06-figure2", "--repeat", "5"});
  CHECK(has(few.out, "Orders: 0 of 3 agree, 0 differ, 3 within the noise"));
  CHECK(has(few.out, "expected --repeat 6"));
  papers_app::jitter() = 0;
  papers_app::seconds() = {{"dq8w", 1}, {"dq9w", 1}, {"dq9w1", 1}, {"sq1", 1}};
  papers_app::wrong_on() = "dq8w";
  const outcome wrong = reproduce(figure2);
  CHECK(wrong.status == 1);
  CHECK(has(wrong.out, "Orders: 0 of 2 agree, 2 differ"));
  CHECK(has(wrong.out, "WRONG dq8w"));
  papers_app::wrong_on() = "";
}

TEST_CASE("an order has a verdict only for the numbers of workers of which the paper says it") {
  papers_app::jitter() = 0;
  papers_app::seconds() = {{"dq8", 1}, {"dq2", 2}, {"atp", 2}, {"atp2", 2}};
  // HR10: up to 32 threads dq8 is first; dq2 is last with 64.
  const json two = json::parse(
      reproduce({"HR10-figure5a", "--pools", "dq2,dq8,atp", "--workers", "2", "--repeat", "6", "--json"})
          .out);
  REQUIRE(two["orders"].size() == 3);
  for (const json& each : two["orders"])
    CHECK((each["verdict"] == "not claimed") == (each["faster"] == "atp"));
  const outcome shown =
      reproduce({"HR10-figure5a", "--pools", "dq2,dq8,atp", "--workers", "1,2", "--repeat", "6"});
  CHECK(has(shown.out,
            "Orders: 4 of 4 agree, 0 differ, 0 within the noise, 1 not claimed for so many workers"));
  const paper_order up_to{"a", "b", 2, 32};
  for (const unsigned workers : {2U, 3U, 32U}) CHECK(up_to.is_claimed_for(workers));
  for (const unsigned workers : {1U, 33U}) CHECK_FALSE(up_to.is_claimed_for(workers));
  papers_app::seconds() = {};
}

TEST_CASE(
    "a result may have figures and orders: best speed-ups that the text tells, and what it says besides") {
  for (const paper_result& each : paper_results()) {
    CAPTURE(std::string(each.name));
    for (const paper_order& order : each.orders) {
      CHECK(order.from <= order.to);
      CHECK(std::ranges::any_of(each.workers, [&](unsigned one) { return order.is_claimed_for(one); }) !=
            (each.name == "HR10-figure5a" && order.from == 64));
    }
  }
  papers_app::seconds() = {};
  const json found = json::parse(reproduce({"HR10-figure6", "--repeat", "1", "--json"}).out);
  REQUIRE(found["columns"].size() == 2);
  CHECK(found["columns"][1]["rows"][0]["paper"] == 7.39);
  CHECK(found["orders"].size() == 3);  // of 16 workers only
  const outcome shown = reproduce({"HR10-figure6", "--repeat", "1"});
  CHECK(has(shown.out, "Rows: 0 of 1 agree"));
  CHECK(has(shown.out, "Orders: 0 of 3 agree"));
}

TEST_CASE("verdicts of a table's rows: by the paper's first") {
  papers_app::jitter() = 0;
  papers_app::seconds() = {{"dq8", 1}, {"sdq1", 1}, {"sq1", 1.2}, {"dq2", 0.9}};
  const std::vector<std::string> table7{"KR02-table7-synthetic", "--pools", "dq8,sdq1,sq1,dq2,dq1",
                                        "--workers", "2"};
  auto as_json = table7;
  as_json.push_back("--json");
  const json columns = json::parse(reproduce(as_json).out)["columns"];
  REQUIRE(columns.size() == 2);  // and one worker
  const json& two = columns[1];
  CHECK(two["first"] == "dq8");
  const auto row = [&](const char* name) {
    for (const json& each : two["rows"]) {
      if (each["name"] == name) return each;
    }
    return json();
  };
  CHECK(!row("dq8").contains("verdict"));
  CHECK(row("sdq1")["verdict"] == "agrees");  // as fast
  CHECK(row("sq1")["verdict"] == "agrees");   // slower
  CHECK(row("dq2")["verdict"] == "differs");  // slower there, faster here
  CHECK(row("dq1")["verdict"] == "agrees");
  CHECK(row("sq1")["ratio"] == doctest::Approx(1.2));
  CHECK(has(reproduce(table7).out, "the paper's first"));
  CHECK(has(reproduce(table7).out, "Rows: 3 of 4 agree, 1 differs, 0 within the noise"));
}

}  // namespace verdict_test
