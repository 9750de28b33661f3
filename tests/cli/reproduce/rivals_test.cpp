// `jackdaw reproduce` of results that have a rival: measured in the same rounds, shown everywhere, or left out with a reason.
#include <algorithm>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/reproduce/page/reproduction_plot.hpp"
#include "cli/reproduce/reproduction.hpp"
#include "tests/cli/reproduce/papers_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rivals_test {

using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::cli::test::papers_app;
using jackdaw::cli::test::refuses_to_reproduce;

namespace {

constexpr rival injected[] = {{"oneTBB", "0.0", "synthetic", [](jackdaw::apps::app& app, unsigned workers) {
                                 return dynamic_cast<papers_app&>(app).run_as("oneTBB", workers);
                               }}};

void claim(std::map<std::string, double> seconds, const std::string& wrong = "") {
  papers_app::jitter() = 0;
  papers_app::seconds() = std::move(seconds);
  papers_app::wrong_on() = wrong;
}

/// HR10-figure5a with these options.
outcome figure(std::vector<std::string> options, std::span<const rival> rivals = injected) {
  options.insert(options.begin(), "HR10-figure5a");
  return jackdaw::cli::test::reproduce(std::move(options), false, rivals);
}

std::ptrdiff_t count(const json& orders, const std::string& slower) {
  return std::ranges::count_if(orders, [&](const json& each) { return each["slower"] == slower; });
}

}  // namespace

TEST_CASE("a rival takes part in every round, behind the pools with as many workers") {
  claim({{"dq8", 1}, {"oneTBB", 4}});
  const outcome lines = figure({"--workers", "1,2", "--repeat", "6"});
  CHECK(lines.status == 0);
  CHECK(papers_app::order().starts_with(
      "dq2/1 dq8/1 atp/1 atp2/1 oneTBB/1 dq2/2 dq8/2 atp/2 atp2/2 oneTBB/2 "));
  CHECK(has(lines.out, "oneTBB: 0.0, the same tasks in a program of its own"));
  const json found = json::parse(figure({"--workers", "1,2", "--repeat", "6", "--json"}).out);
  const json& rivals = found["comparison"]["rivals"];
  REQUIRE(rivals.size() == 2);
  CHECK(rivals[1]["name"] == "oneTBB");
  CHECK(rivals[1]["workers"] == 2);
  CHECK(rivals[1]["all_seconds"].size() == 6);
  CHECK(rivals[1]["checked"] == true);
  CHECK(found["comparison"]["results"].size() == 8);
  CHECK(count(found["orders"], "oneTBB") == 6);
  for (const json& each : found["orders"]) CHECK((each["slower"] != "oneTBB" || each["verdict"] == "agrees"));
  for (const json& each : found["parts"]) {
    CHECK(each["rival"] == (each["name"] == "oneTBB"));
    if (each["name"] != "oneTBB") continue;
    CHECK(each["speed_up"] == 0.25 * each["workers"].get<double>());  // dq8 takes 1 s on one worker
  }
  CHECK(found["rival_notes"].size() == 1);
}

TEST_CASE("the table, the page and the picture show a rival; a wrong one as wrong") {
  const jackdaw::tests::scratch_folder here;
  const auto shown = [&](const std::string& workers) {
    return figure({"--workers", workers, "--repeat", "1", "--output-page", here.path("page.html"),
                   "--output-plot", here.path("plot.svg")});
  };
  const auto plot = [&] { return here.content("plot.svg").size(); };
  for (const std::string& workers : std::vector<std::string>{"2", "1,2"}) {  // bars, and curves
    CAPTURE(workers);
    claim({{"oneTBB", 4}});
    const outcome right = shown(workers);
    CHECK(right.status == 0);
    CHECK(has(right.out, "\noneTBB"));
    CHECK(has(right.out, " speed-up\n") == (workers == "1,2"));
    CHECK(has(here.content("page.html"), "<td class=\"left\">oneTBB</td><td>2</td><td>2.00 s</td>"));
    CHECK(has(here.content("page.html"), "oneTBB: 0.0, the same tasks"));
    const std::size_t with = plot();

    claim({{"oneTBB", 4}}, "oneTBB");
    const outcome wrong = shown(workers);
    CHECK(wrong.status == 1);
    CHECK(has(wrong.out, "WRONG oneTBB, 2 workers: 7 instead of 8\n"));
    CHECK(has(here.content("page.html"), "<td class=\"left\">oneTBB</td><td>2</td><td>WRONG</td>"));
    CHECK(has(wrong.out, "Orders: "));
    CHECK(plot() != with);
  }
  claim({});
}

TEST_CASE("a rival that is not here is left out, with the reason and without its orders") {
  claim({});
  const outcome lines = figure({"--repeat", "1"}, {});
  CHECK(lines.status == 0);
  CHECK(has(lines.out, "oneTBB is left out: its program is not beside this command (rivals/oneTBB.so)"));
  CHECK(has(lines.out, "libtbb-dev"));
  CHECK(!has(papers_app::order(), "oneTBB"));
  const json found = json::parse(figure({"--repeat", "1", "--json"}, {}).out);
  CHECK(count(found["orders"], "oneTBB") == 0);
  CHECK(found["orders"].size() == 5);
  CHECK(!found["comparison"].contains("rivals"));
  CHECK(found["rival_notes"].size() == 1);

  const outcome other = figure({"--repeat", "1", "--app", "ray --size 7"});
  CHECK(other.status == 0);
  CHECK(has(other.out, "oneTBB is left out: its program has the tasks of synthetic, not those of ray"));
}

TEST_CASE("--pools names rivals, too") {
  claim({});
  const auto with = [](const std::string& pools) {
    return json::parse(figure({"--repeat", "1", "--pools", pools, "--json"}).out);
  };
  const json without = with("dq8,atp");
  CHECK(!without.contains("rival_notes"));
  CHECK(without["orders"].size() == 1);
  const json named = with("oneTBB,dq8");
  CHECK(named["comparison"]["results"].size() == 1);
  CHECK(named["comparison"]["rivals"].size() == 1);
  REQUIRE(named["orders"].size() == 1);
  CHECK(named["orders"][0]["slower"] == "oneTBB");
  CHECK(with("all")["orders"].size() == 8);

  const auto refuses = [](const std::string& pools, const std::string& part) {
    refuses_to_reproduce({"HR10-figure5a", "--pools", pools}, part);
  };
  refuses("dq8,oneTBB", "--pools oneTBB: its program is not beside this command");
  refuses("oneTBB", "--pools oneTBB: expected a pool beside oneTBB");
  refuses("oneTBB,jackdaw", "expected some of dq2 dq8 atp atp2 oneTBB, or --add jackdaw");
  refuses_to_reproduce({"HR10-figure6", "--pools", "dq8,oneTBB"}, "no pool is called 'oneTBB'");
}

TEST_CASE("rivals are not replayed, and that is said") {
  claim({});
  const std::vector<std::string> options{"--workers", "1,4096", "--replay", "--repeat", "1"};
  const outcome lines = figure(options);
  CAPTURE(lines.err);
  REQUIRE(lines.status == 0);
  CHECK(has(papers_app::order(), "oneTBB/1 "));
  CHECK(!has(papers_app::order(), "oneTBB/4096"));
  CHECK(has(lines.out, "it is not replayed, so it has no row for 4096 workers"));
  std::vector<std::string> as_json = options;
  as_json.emplace_back("--json");
  const json found = json::parse(figure(as_json).out);
  for (const json& each : found["orders"]) CHECK((each["slower"] != "oneTBB" || each["workers"] == 1));
  CHECK(count(found["orders"], "oneTBB") == 3);
}

TEST_CASE("pictures of a paper's table have rivals, where they were measured") {
  for (const std::size_t columns : {2U, 3U}) {  // bars, and curves
    paper_result wanted{.name = "X-table1",
                        .finding = "speed-ups",
                        .theirs = "two processors",
                        .app = "fake",
                        .pools = {"a", "b"},
                        .managers = {"m"},
                        .workers = {1, 2, 3},
                        .table = {.in = paper_table::unit::speed_up,
                                  .rows = {{"a", {1.0, 2.0, 3.0}}, {"b", {1.0, 1.5, 2.0}}}},
                        .rivals = {"other"}};
    wanted.workers.resize(columns);
    comparison found;
    for (const unsigned workers : wanted.workers) {
      for (const char* pool : {"a", "b"})
        found.results.push_back(
            {{.pool = pool, .memory = "m", .workers = workers}, {6.0 / workers}, 1, true, ""});
    }
    const auto drawn = [&] {
      std::ostringstream picture;
      draw(picture, canvas::format::svg, side_by_side(wanted, found));
      return picture.str().size();
    };
    const std::size_t without = drawn();
    found.rivals.push_back({{.pool = "other", .workers = 1}, {5}, 1, true, ""});
    CHECK(drawn() > without);
  }
}

}  // namespace rivals_test
