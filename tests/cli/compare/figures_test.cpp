// What a comparison says of its times: noise, medians, overviews, finals and rankings.
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/compare/comparison.hpp"
#include "cli/compare/finals.hpp"
#include "cli/compare/overview.hpp"
#include "cli/compare/ranking.hpp"
#include "cli/text/numbers.hpp"

namespace figures_test {

using namespace jackdaw::cli;

TEST_CASE("the noise of a comparison is what two halves of its runs differ by") {
  comparison found;
  const auto add = [&](std::vector<double> seconds, estimate by) {
    measurement one;
    one.seconds = std::move(seconds);
    one.by = by;
    found.results.push_back(one);
  };
  CHECK(!found.noise());
  add({1, 2, 3}, estimate::least);
  CHECK(!found.noise());
  add({4, 5, 6, 7}, estimate::least);  // 4 and 5
  CHECK(*found.noise() == doctest::Approx(0.25));
  add({3, 2, 5, 4}, estimate::median);  // 4 and 3
  CHECK(*found.noise() == doctest::Approx((0.25 + 1.0 / 3) / 2));
  CHECK(found.results[1].time() == 4);
  CHECK(found.results[2].time() == 3.5);
}

TEST_CASE("an overview ranks pools by their mean over all applications") {
  std::vector<comparison> found(2);
  const auto add = [](comparison& to, const char* pool, double seconds, bool correct = true) {
    measurement one;
    one.choice = {.pool = pool, .workers = 1};
    one.seconds = {seconds};
    one.correct = correct;
    to.results.push_back(one);
  };
  found[0].app = "first";
  found[1].app = "second";
  add(found[0], "a", 1);
  add(found[0], "b", 4);
  add(found[0], "c", 1);
  add(found[1], "a", 9);
  add(found[1], "b", 1);
  add(found[1], "c", 1, false);
  const auto tables = overview_of(found);
  REQUIRE(tables.size() == 1);
  const auto& rows = tables[0].rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].pool == "b");
  CHECK(rows[0].mean == doctest::Approx(2));
  CHECK(rows[0].worst == doctest::Approx(4));
  CHECK(rows[0].worst_at == "first");
  CHECK(rows[1].pool == "a");
  CHECK(rows[1].mean == doctest::Approx(3));
  CHECK(rows[2].pool == "c");
  CHECK(rows[2].mean == 0);
  CHECK(!rows[2].ratios[1]);
}

TEST_CASE(
    "finals: the default pool and the three best others, each as it was best, with the same number of "
    "workers") {
  comparison first;
  const auto add = [&](const char* pool, const char* memory, unsigned workers, double seconds) {
    measurement one;
    one.choice = {.pool = pool, .memory = memory, .workers = workers};
    one.seconds = {seconds};
    first.results.push_back(one);
  };
  add("jackdaw", "x", 1, 5);
  add("jackdaw", "y", 1, 4);
  for (const char* pool : {"a", "b", "c", "d"}) {
    add(pool, "x", 1, pool[0] == 'b' ? 9 : 1);
    add(pool, "y", 1, pool[0] == 'd' ? 0.5 : 2);
  }
  add("a", "x", 2, 1);  // none to compare with
  comparison_plan plan;
  plan.by = estimate::least;
  const comparison_plan again = finals_after(first, plan, 25);
  CHECK(again.repeat == 25);
  CHECK(again.by == estimate::least);
  REQUIRE(again.choices.size() == 4);
  const char* const expected[] = {"jackdaw y", "d y", "a x", "c x"};
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(again.choices[i].pool + " " + again.choices[i].memory == expected[i]);

  first.results[9].correct = false;  // the default pool and others are right, but not all
  CHECK(results_of({first}, 1).empty());
  first.results[9].correct = true;
  const std::vector<comparison> finals{first};
  const auto found = results_of(finals, 1);
  REQUIRE(found.size() == 1);
  CHECK(found[0].ratio() == doctest::Approx(8));
  CHECK(results_of(finals, 2).empty());
}

TEST_CASE("the median of an even number of values lies between the middle ones") {
  CHECK(median({3}) == 3);
  CHECK(median({3, 1}) == 2);
  CHECK(median({9, 1, 2}) == 2);
}

TEST_CASE("the best overall is the one that is nearest to the fastest everywhere") {
  comparison found;
  const auto add = [&](const char* pool, unsigned workers, double seconds) {
    found.results.push_back({{pool, "m", "i", workers, {}}, {seconds}, 1, true, ""});
  };
  add("a", 1, 1.0);  // the fastest alone, bad together
  add("b", 1, 1.1);
  add("a", 2, 2.0);
  add("b", 2, 1.0);
  const auto best = best_overall(found);
  REQUIRE(best);
  CHECK(best->choice.pool == "b");
  CHECK(best->ratio == doctest::Approx(1.0488).epsilon(0.001));
  CHECK(fastest_ones(found).has(found.results[0]));
  CHECK(!fastest_ones(found).has(found.results[2]));

  found.results[3].correct = false;
  CHECK(best_overall(found)->choice.pool == "a");
  CHECK(fastest_ones(found).has(found.results[2]));
  found.results[0].correct = false;
  CHECK(!best_overall(found));
}

TEST_CASE("rankings: pools by their best time, managers by their mean, wrong results left out") {
  comparison found;
  found.serial.emplace();
  found.serial->seconds = {6};
  const auto add = [&](const char* pool, const char* manager, double seconds, bool correct = true) {
    found.results.push_back({{pool, manager, "idle", 2}, {seconds}, 1, correct, {}});
  };
  add("a", "x", 4);
  add("a", "y", 3);
  add("a", "z", 1, false);  // wrong, so z has no mean and a not its time
  add("b", "x", 2);
  add("b", "y", 5);
  add("b", "z", 9);
  const auto rankings = rank(found);
  REQUIRE(rankings.size() == 1);
  CHECK(rankings[0].workers == 2);
  const auto& pools = rankings[0].pools;
  REQUIRE(pools.size() == 2);
  CHECK(pools[0].name == "b");
  CHECK(pools[0].with == "x");
  CHECK(pools[0].speedup == 3.0);
  CHECK(pools[1].name == "a");
  CHECK(pools[1].with == "y");
  CHECK(pools[1].behind == 0.5);
  const auto& managers = rankings[0].managers;
  REQUIRE(managers.size() == 2);
  CHECK(managers[0].name == "x");
  CHECK(managers[0].seconds == 3);
  CHECK(managers[1].name == "y");
  CHECK(managers[1].seconds == 4);

  std::ostringstream out;
  print_ranking(out, rankings);
  CHECK(out.str().find("+50.0 %") != std::string::npos);
  CHECK(to_json(rankings)[0]["pools"][0]["with"] == "x");

  found.results.resize(2);
  CHECK(rank(found).empty());  // one pool only
}

}  // namespace figures_test
