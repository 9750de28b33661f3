// A paper's figures beside ours: orders, correlations, and what a wrong result does to them.
#include "cli/reproduce/reproduction.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

namespace reproduction_test {

using namespace jackdaw;
using namespace jackdaw::cli;

namespace {

/// Pools a, b, c with one and two workers; c is the fastest here with one.
comparison measured(bool b_is_right = true) {
  comparison found;
  const auto add = [&](const char* pool, unsigned workers, double seconds, bool correct) {
    found.results.push_back(
        {{.pool = pool, .memory = "m", .workers = workers}, {seconds}, 1, correct, "what the check said"});
  };
  add("a", 1, 4, true);
  add("b", 1, 5, b_is_right);
  add("c", 1, 3, true);
  add("a", 2, 2, true);
  add("b", 2, 2.5, b_is_right);
  add("c", 2, 2, true);
  return found;
}

/// The figures here, in the order of the paper's rows.
std::vector<std::optional<double>> here(const reproduced_column& column) {
  std::vector<std::optional<double>> figures;
  for (const reproduced_row& row : column.rows) figures.push_back(row.here);
  return figures;
}

paper_result speed_ups() {
  return {.name = "X-table1",
          .finding = "speed-ups",
          .theirs = "two processors",
          .app = "fake",
          .input = {},
          .quick = {},
          .pools = {"a", "b", "c"},
          .managers = {"m"},
          .workers = {1, 2},
          .table = {.in = paper_table::unit::speed_up,
                    .rows = {{"a", {0.9, 1.8}}, {"b", {0.8, 1.6}}, {"c", {1.0, 1.9}}}}};
}

}  // namespace

TEST_CASE("rank correlation: Spearman's, with ties") {
  CHECK(rank_correlation({1, 2, 3}, {10, 20, 30}) == doctest::Approx(1));
  CHECK(rank_correlation({1, 2, 3}, {30, 20, 10}) == doctest::Approx(-1));
  CHECK(rank_correlation({1, 2, 3}, {5, 5, 5}) == 0);
  CHECK(rank_correlation({106, 100, 86, 101, 99, 103, 97, 113, 112, 110},
                         {7, 27, 2, 50, 28, 29, 20, 12, 6, 17}) == doctest::Approx(-29.0 / 165));
  CHECK(rank_correlation({1, 2, 2, 3}, {1, 2, 3, 4}) == doctest::Approx(4.5 / std::sqrt(4.5 * 5)));
}

TEST_CASE("speed-ups are by the best time with one worker") {
  const paper_result wanted = speed_ups();
  const reproduction both = side_by_side(wanted, measured());
  REQUIRE(both.columns.size() == 2);
  CHECK(here(both.columns[0]) == std::vector<std::optional<double>>{0.75, 0.6, 1.0});
  CHECK(here(both.columns[1]) == std::vector<std::optional<double>>{1.5, 1.2, 1.5});
  CHECK(both.columns[0].correlation == doctest::Approx(1));
  CHECK(both.columns[0].first_there == "c");
  CHECK(both.columns[0].first_here == "c");
}

TEST_CASE("a wrong result has no figure and takes no part in the correlation") {
  const paper_result wanted = speed_ups();
  const reproduction both = side_by_side(wanted, measured(false));
  CHECK(!both.columns[0].rows[1].here);
  CHECK(!both.columns[0].rows[1].by_first);
  CHECK(both.columns[0].rows[0].by_first);
  CHECK(both.columns[0].correlation == doctest::Approx(1));
}

TEST_CASE("what is added stands beside the paper's rows, and changes none of them") {
  paper_result wanted = speed_ups();
  const reproduction alone = side_by_side(wanted, measured());
  CHECK(alone.additions.empty());
  wanted.added = {"own", "wrong"};
  comparison found = measured();
  for (const unsigned workers : {1U, 2U}) {
    found.results.push_back({{.pool = "own", .memory = "m", .workers = workers}, {2.4}, 1, true, "right"});
    found.results.push_back(
        {{.pool = "wrong", .memory = "m", .workers = workers}, {1}, 1, false, "not right"});
  }
  const reproduction both = side_by_side(wanted, found);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(here(both.columns[i]) == here(alone.columns[i]));
    CHECK(both.columns[i].first_here == alone.columns[i].first_here);
  }
  REQUIRE(both.additions.size() == 4);
  const auto& first = both.additions[0];
  CHECK(first.workers == 1);
  CHECK(first.place == 1);
  CHECK(first.places == 4);  // without the other added one
  CHECK(first.against_first == doctest::Approx(2.4 / 3 - 1));
  CHECK(first.speed_up == doctest::Approx(3 / 2.4));
  CHECK(both.additions[1].place == 3);
  CHECK(both.additions[1].against_first == doctest::Approx(0.2));
  CHECK(!both.additions[2].seconds);

  paper_result real = paper_results().front();
  const std::size_t plain = plan_for(real, 1).choices.size();
  REQUIRE(real.of == paper_result::subject::pools);
  real.added = {"jackdaw"};
  CHECK(plan_for(real, 1).choices.size() == plain + real.managers.size() * real.workers.size());
}

TEST_CASE("a rival is a row of its own, by the same base, and changes no other") {
  paper_result wanted = speed_ups();
  const reproduction alone = side_by_side(wanted, measured());
  wanted.rivals = {"other", "wrong", "absent"};
  comparison found = measured();
  for (const unsigned workers : {1U, 2U}) {
    found.rivals.push_back({{.pool = "other", .workers = workers}, {2.5}, 1, true, "right"});
    found.rivals.push_back({{.pool = "wrong", .workers = workers}, {1}, 1, false, "not right"});
  }
  const reproduction both = side_by_side(wanted, found);
  CHECK(!both.correct());
  for (std::size_t i = 0; i < 2; ++i) {
    auto figures = here(both.columns[i]);
    REQUIRE(figures.size() == 5);
    CHECK(figures[3] == doctest::Approx(3 / 2.5));  // c takes 3 s on one worker
    CHECK(!figures[4]);
    figures.resize(3);
    CHECK(figures == here(alone.columns[i]));
    CHECK(both.columns[i].first_here == alone.columns[i].first_here);
    CHECK(both.columns[i].correlation == alone.columns[i].correlation);
  }
  CHECK(verdicts_of(both).size() == verdicts_of(alone).size());
}

TEST_CASE("with fewer processors than workers nothing is concluded, but where the paper had as few") {
  paper_result wanted = speed_ups();
  wanted.orders = {{"a", "b"}};
  reproduction both = side_by_side(wanted, measured());
  const auto judged = [&] {
    const auto all = verdicts_of(both);
    return static_cast<std::size_t>(
        std::ranges::count_if(all, [](verdict each) { return each != verdict::too_few_processors; }));
  };
  const std::size_t all = verdicts_of(both).size();
  judge_only_up_to(2, both);
  CHECK(judged() == all);
  wanted.is_crowded = true;
  judge_only_up_to(1, both);
  CHECK(judged() == all);
  wanted.is_crowded = false;
  judge_only_up_to(1, both);
  CHECK(judged() != 0);
  CHECK(judged() < all);
  CHECK(count_text(verdicts_of(both)).ends_with(" with too few processors"));
  for (const reproduced_order& each : both.orders)
    CHECK(each.ratio->says() == (each.workers > 1 ? verdict::too_few_processors : verdict::within_noise));
}

TEST_CASE("an order is the time of the slower by that of the faster; of what is wrong there is none") {
  paper_result wanted = speed_ups();
  wanted.table.rows.clear();
  wanted.workers = {2};
  wanted.orders = {{"a", "b"}, {"a", "c"}, {"b", "c"}, {"a", "missing"}};
  comparison found = measured();
  for (measurement& each : found.results) each.seconds.resize(ratio_interval::least_rounds, each.seconds[0]);
  const reproduction both = side_by_side(wanted, found);
  REQUIRE(both.orders.size() == 4);
  REQUIRE(both.orders[0].ratio);
  CHECK(both.orders[0].ratio->here.middle == doctest::Approx(1.25));
  CHECK(both.orders[0].ratio->says() == verdict::agrees);
  CHECK(both.orders[1].ratio->says() == verdict::differs);  // as fast
  CHECK(both.orders[2].ratio->says() == verdict::differs);
  CHECK(!both.orders[3].ratio);
  CHECK(verdicts_of(both).size() == 3);
  REQUIRE(both.parts.size() == 3);
  CHECK(both.parts[1].name == "b");
  CHECK(both.parts[1].seconds.size() == ratio_interval::least_rounds);
}

TEST_CASE("what is about more workers than processors has more, and all of them run") {
  std::size_t crowded = 0;
  for (const paper_result& each : paper_results()) {
    if (!each.is_crowded) continue;
    ++crowded;
    CAPTURE(each.name);
    CHECK(
        (each.workers == std::vector{2 * base::cpu_budget::affinity()} || each.workers == std::vector{32U}));
    for (const auto& choice : plan_for(each, 1).choices) {
      CHECK(choice.workers == each.workers.front());
      CHECK(choice.options.surplus == surplus_use::work);
    }
  }
  CHECK(crowded == 6);  // BP98's figure 2 and WSL06's figure 5, of three programs each
  CHECK(plan_for(paper_results().front(), 1).choices.front().options.surplus == surplus_use::automatic);
}

TEST_CASE("each paper's rows and orders are of what is measured") {
  for (const paper_result& each : paper_results()) {
    CAPTURE(each.name);
    CHECK((!each.table.rows.empty() || !each.orders.empty()));
    const auto& names = each.of == paper_result::subject::pools      ? each.pools
                        : each.of == paper_result::subject::managers ? each.managers
                                                                     : each.policies;
    CHECK((each.table.rows.empty() || !each.orders.empty() || each.table.rows.size() == names.size()));
    for (const auto& row : each.table.rows) {
      CHECK(row.figures.size() == each.workers.size());
      CHECK(std::ranges::count(names, row.name) == 1);
    }
    for (const auto& order : each.orders) {
      for (const std::string_view part : {order.faster, order.slower})
        CHECK(std::ranges::count(names, part) + std::ranges::count(each.rivals, part) == 1);
    }
    const std::size_t policies = each.policies.empty() ? 1 : each.policies.size();
    CHECK(plan_for(each, 3).choices.size() ==
          each.pools.size() * each.managers.size() * policies * each.workers.size());
  }
}

}  // namespace reproduction_test
