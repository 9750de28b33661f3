// `jackdaw reproduce --replay`: rows of more workers than there are processors, which are never taken for measured ones.
#include "cli/reproduce/replayed/replayed_rounds.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "cli/reproduce/measuring.hpp"
#include "cli/reproduce/page/reproduction_plot.hpp"
#include "cli/reproduce/reproduction_report.hpp"
#include "tests/cli/reproduce/papers_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace replayed_rounds_test {

using namespace jackdaw;
using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::cli::test::papers_app;
using jackdaw::cli::test::refuses_to_reproduce;
using jackdaw::cli::test::reproduce;

namespace {

constexpr unsigned far_beyond = 4096;
constexpr unsigned tasks = 64;

/// One task puts all others, which compute for a quarter of a millisecond each.
class fan final : public apps::app {
 public:
  void declare_options(CLI::App& /*command*/) override {}
  void prepare() override {}
  [[nodiscard]] std::string input() const override { return "fan"; }
  double run_serial() override { return 0; }
  double run(any_scheduler& scheduler) override {
    most_workers = std::max(most_workers, scheduler.workers());
    const base::stopwatch watch;
    scheduler.run([](any_worker& worker) {
      for (unsigned i = 0; i < tasks; ++i) {
        worker.put([] {
          const base::stopwatch own;
          while (own.seconds() < 250e-6) {}
        });
      }
    });
    return watch.seconds();
  }
  [[nodiscard]] apps::verdict check() override { return {is_right, is_right ? "right" : "not right"}; }
  [[nodiscard]] apps::json counts() const override { return apps::json::object(); }

  bool is_right = true;
  unsigned most_workers = 0;
};

paper_result speed_ups() {
  return {.name = "X-table1",
          .finding = "speed-ups",
          .theirs = "many processors",
          .app = "fan",
          .pools = {"dq2", "dq1"},
          .managers = {"cgbkof"},
          .workers = {1, far_beyond},
          .table = {.in = paper_table::unit::speed_up, .rows = {{"dq2", {1.0, 50.0}}, {"dq1", {1.0, 1.0}}}}};
}

reproduction replayed(const paper_result& result, fan& app, unsigned repeat) {
  std::ostringstream out;
  std::ostringstream err;
  progress shown({{}, out, err});
  return measured(result, app, repeat, shown, beyond::replays);
}

}  // namespace

TEST_CASE("a replay has the speed-up of processors that are not here, and only where a pool balances") {
  const paper_result wanted = speed_ups();
  fan app;
  const reproduction both = replayed(wanted, app, ratio_interval::least_rounds);
  CHECK(app.most_workers == 1);  // no run had more
  REQUIRE(both.columns.size() == 2);
  CHECK(both.columns[0].from == origin::measured);
  const reproduced_column& column = both.columns[1];
  REQUIRE(column.from == origin::replayed);
  REQUIRE(column.rows[0].here);
  REQUIRE(column.rows[1].here);
  CHECK(*column.rows[0].here > tasks / 8.0);  // dq2 steals
  CHECK(*column.rows[0].here <= tasks);
  CHECK(*column.rows[1].here < 1.5);  // dq1 does not
  REQUIRE(column.rows[1].by_first);
  CHECK(column.rows[1].by_first->says() == verdict::agrees);
  CHECK(verdicts_of(both, origin::replayed).size() == 1);
  CHECK(verdicts_of(both).size() == 1);  // of one worker
  const json all = to_json(both);
  CHECK(all["columns"][0]["replayed"] == false);
  CHECK(!has(all["columns"][0]["rows"][1]["verdict"], "replay"));
  CHECK(all["columns"][1]["replayed"] == true);
  CHECK(all["columns"][1]["rows"][1]["verdict"] == "agrees (replay)");
  CHECK(all["comparison"]["results"].size() == 2);  // both pools with one worker
  CHECK(all["replay"]["results"].size() == 4);
}

TEST_CASE("a picture shows what is replayed otherwise than what is measured: bars, and curves") {
  const unsigned more = 2 * base::cpu_budget::affinity();
  for (const std::vector<unsigned>& workers : {std::vector{1U, more}, {1U, more, more + 1}}) {
    paper_result wanted = speed_ups();
    wanted.workers = workers;
    for (paper_row& row : wanted.table.rows) row.figures.resize(workers.size());
    fan app;
    reproduction both = replayed(wanted, app, 1);
    const auto drawn = [&both] {
      std::ostringstream picture;
      draw(picture, canvas::format::svg, both);
      std::istringstream lines(picture.str());
      std::string all;
      for (std::string line; std::getline(lines, line);) {
        if (!has(line, "surface")) all += line + '\n';  // these have a number of their own in each picture
      }
      return all;
    };
    const std::string marked = drawn();
    CHECK((marked == drawn()));
    for (reproduced_column& column : both.columns) column.from = origin::measured;
    CHECK((marked != drawn()));
  }
}

TEST_CASE("a recorded run that is wrong makes all its replays wrong") {
  const paper_result wanted = speed_ups();
  fan app;
  app.is_right = false;
  const reproduction both = replayed(wanted, app, 1);
  CHECK(!both.replayed.correct());
  CHECK(!both.correct());
  CHECK(!both.columns[1].rows[0].here);
}

TEST_CASE("the command marks what is replayed: lines, JSON, page and picture") {
  const jackdaw::tests::scratch_folder here;
  const std::vector<std::string> result{"WSL06-figure2", "--workers", "1,4096", "--repeat", "1", "--replay"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), result.begin(), result.end());
    return reproduce(std::move(more));
  };
  const outcome lines = with(
      {"--add", "jackdaw", "--output-page", here.path("page.html"), "--output-plot", here.path("plot.svg")});
  CAPTURE(lines.err);
  REQUIRE(lines.status == 0);
  CHECK(!has(papers_app::order(), "/4096"));
  CHECK(has(papers_app::order(), "dq8w/1 "));
  CHECK(has(lines.out, "4096 (replay)"));
  CHECK(has(lines.out, "within the noise (replay)"));
  CHECK(has(lines.out, "Orders (replay): 0 of 3 agree"));
  CHECK(has(lines.out, "Orders: 0 of 3 agree"));
  CHECK(has(lines.out, "(replay): not measured"));
  const std::string page = here.content("page.html");
  CHECK(has(page, "<td class=\"noise left\">within the noise (replay)</td>"));
  CHECK(has(page, "<td class=\"left\">usual (replay)</td>"));
  CHECK(has(here.content("plot.svg"), "</svg>"));

  const json found = json::parse(with({"--json"}).out);
  for (const json& each : found["orders"]) CHECK(each["replayed"] == (each["workers"] == 4096));
  for (const json& each : found["comparison"]["results"]) CHECK(each["workers"] == 1);
  CHECK(found.contains("replay"));

  const outcome alone = reproduce({"WSL06-figure2", "--workers", "4096", "--repeat", "1", "--replay"});
  CHECK(alone.status == 0);  // nothing is measured
  CHECK(!has(alone.out, "Orders: "));
  const outcome table = reproduce({"KR02-table7-synthetic", "--pools", "dq8,sq1", "--workers", "1,2048,4096",
                                   "--repeat", "1", "--replay", "--output-plot", here.path("table.svg")});
  CHECK(table.status == 0);
  CHECK(has(table.out, "4096 workers (replay)"));
  CHECK(has(here.content("table.svg"), "</svg>"));
}

TEST_CASE("without --replay, and where there are enough processors, all is measured") {
  const std::string more = std::to_string(base::cpu_budget::affinity() + 1);
  const outcome plain = reproduce({"WSL06-figure2", "--workers", more, "--repeat", "1"});
  CHECK(plain.status == 0);
  CHECK(has(papers_app::order(), "dq8w/" + more));
  CHECK(!has(plain.out, "replay"));
  const outcome enough = reproduce({"WSL06-figure2", "--workers", "1", "--repeat", "1", "--replay"});
  CHECK(enough.status == 0);
  CHECK(!has(enough.out, "replay"));
  CHECK(beyond_here({1, base::cpu_budget::affinity(), far_beyond}) == std::vector<unsigned>{far_beyond});
}

TEST_CASE("what cannot be replayed is refused in one line, before anything runs") {
  refuses_to_reproduce({"KR02-table8", "--replay"},
                       "--replay: KR02-table8 compares memory managers, which replays do not simulate");
  refuses_to_reproduce({"WSL06-figure5-quicksort", "--replay"}, "compares idle policies");
  paper_result crowded = speed_ups();
  crowded.is_crowded = true;
  CHECK_THROWS_WITH_AS(require_replayable(crowded),
                       doctest::Contains("is about more workers than processors"), apps::input_error);
  refuses_to_reproduce({"WSL06-figure2", "--add", "dq2:victims=topology", "--replay"},
                       "for which replays have no policy");
  refuses_to_reproduce({"all", "--replay"}, "--replay: expected the name of a single result, not all");
  refuses_to_reproduce({"--replay"}, "--replay: expected the name of a result before it");
  CHECK(papers_app::order().empty());
}

}  // namespace replayed_rounds_test
