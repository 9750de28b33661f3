// jackdaw model: its inputs, its constants, where it says that the bound breaks, its picture.
#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/model/model_inputs.hpp"
#include "cli/model/model_plot.hpp"
#include "cli/model/model_report.hpp"
#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace model_test {

using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;
using jackdaw::measure::model;
using jackdaw::tests::scratch_folder;

namespace {

/// Two inputs on two pools; every run of the first takes 1.2 times what c1 = c∞ = 1 allows, of the second 3 times.
model_study made_study() {
  model_study found;
  found.inputs = {{"a --n 1", "a n=1", 10, true}, {"a --n 2", "a n=2", 1000, false}};
  found.pools = {"slow", "fast"};
  found.plan.pools = found.pools;
  found.surroundings = "2 processors";
  for (const std::size_t input : {0U, 1U}) {
    for (const std::size_t pool : {1U, 0U}) {
      for (const double workers : {1., 2., 16.}) {
        jackdaw::measure::execution run{4, 4 / found.inputs[input].parallelism, workers,
                                        std::min(workers, 2.), 0};
        run.seconds = (pool == 1 ? 1.2 : 3.) * model{1, 1}.seconds(run);
        found.points.push_back({input, pool, run, {}});
      }
    }
  }
  return found;
}

/// One run of one input on dq1.
model_study study_of(const jackdaw::measure::execution& run) {
  model_study found;
  found.inputs = {{"a --n 1", "a n=1", run.work / run.span, true}};
  found.pools = {"dq1"};
  found.points.push_back({0, 0, run, {}});
  return found;
}

}  // namespace

TEST_CASE("braces stand for many inputs") {
  CHECK(expanded("a --n 1") == std::vector<std::string>{"a --n 1"});
  CHECK(expanded("a {1,2} {3,4}") == std::vector<std::string>{"a 1 3", "a 1 4", "a 2 3", "a 2 4"});
  CHECK(expanded("{a,b}") == std::vector<std::string>{"a", "b"});
  CHECK_THROWS_AS((void)expanded("a {1,2"), jackdaw::apps::input_error);
  CHECK_THROWS_AS((void)expanded("a 1}"), jackdaw::apps::input_error);
  std::string many = "fib --n ";
  for (int i = 0; i < 60; ++i) many += "{1,2}";
  const std::string too_many = "more than 10000 inputs from its braces";
  CHECK_THROWS_WITH_AS((void)expanded(many), doctest::Contains(too_many.c_str()), jackdaw::apps::input_error);
  CHECK_THROWS_WITH_AS((void)expanded("fib " + std::string(5000, '{')), doctest::Contains("5004 letters"),
                       jackdaw::apps::input_error);
  std::string most = "fib ";
  for (int i = 0; i < 4; ++i) most += "{0,1,2,3,4,5,6,7,8,9}";
  CHECK(expanded(most).size() == 10'000);
}

TEST_CASE("model measures each input on each pool with each number of workers") {
  const auto result = call(
      {"model", "fake --size {2,5}", "--pools", "dq8,hood", "--workers", "2,1", "--repeat", "2", "--json"});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  const json found = json::parse(result.out);
  CHECK(found["checked"] == true);
  REQUIRE(found["inputs"].size() == 2);
  CHECK(found["inputs"][1]["text"] == "fake --size 5");
  CHECK(found["inputs"][1]["by_formula"] == false);
  REQUIRE(found["points"].size() == 8);
  CHECK(found["fits"].size() == 2);
  const json& last = found["points"][7];
  CHECK(last["input"] == "fake size=5, \"fake\"");
  CHECK(last["pool"] == "hood");
  CHECK(last["workers"] == 2);
  for (const json& each : found["points"]) {
    const auto value = [&each](const char* name) { return each[name].get<double>(); };
    const double alone = each["pool"] == "dq8" ? 1 : 2;  // what the fake says that one worker takes
    const double work = value("work_seconds");           // of that, what was CPU time
    CHECK(work > 0);
    CHECK(work <= alone);
    CHECK(value("seconds") == alone / value("workers"));
    CHECK(value("processors") == value("processors_left"));
    CHECK(value("processors") <= value("workers"));
    CHECK(value("utilization") == doctest::Approx(work / (value("processors") * value("seconds"))));
    CHECK(value("bound") == doctest::Approx(1 / (1.1 + 2 * value("normalized_workers"))));
    CHECK(value("ratio") == doctest::Approx(value("bound") / value("utilization")));
  }
  const std::string round = "dq81 hood1 dq81 dq82 hood1 hood2 ";
  CHECK(has(fake_app::order(), round + round + round + round));  // both inputs, twice
}

TEST_CASE("model: P_A by CPU time, where that is wanted") {
  const auto result = call({"model", "fake", "--workers", "2", "--processors", "cpu", "--repeat", "1",
                            "--surplus", "work", "--json"});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  CHECK(json::parse(result.out)["processors_by"] == "cpu");
  const json point = json::parse(result.out)["points"][0];
  CHECK(point["processors"] == point["processors_by_cpu_time"]);
}

TEST_CASE(
    "model: a pool whose tasks all stay with one worker breaks the bound by what was left, not by CPU time") {
  constexpr double work = 4;
  constexpr double span = 0.004;
  const model_study by_left = study_of({work, span, 2, 2, work});
  const model_study by_cpu = study_of({work, span, 2, 1, work});
  CHECK(fits(by_left, {1.1, 2}).front().broken == 1);
  CHECK(fits(by_cpu, {1.1, 2}).front().broken == 0);
}

TEST_CASE("model in surroundings") {
  const auto beside = call({"model", "fake", "--workers", "2", "--cycler", "1,2", "--affinity", "1",
                            "--processors", "left", "--repeat", "1", "--json"});
  CAPTURE(beside.err);
  REQUIRE(beside.status == 0);
  const json point = json::parse(beside.out)["points"][0];
  CHECK(json::parse(beside.out)["surroundings"] == "1 processor by affinity, beside cycler 1,2");
  CHECK(point["processors_left"].get<double>() <= 1);
  CHECK(point["processors"].get<double>() >= point["processors_left"].get<double>());

  const auto quota = call({"model", "fake", "--workers", "1", "--quota", "0.5", "--repeat", "1"});
  CAPTURE(quota.err);
  if (quota.status == 0) {
    CHECK(has(quota.out, "0.5 processors by quota"));
  } else {  // no right to make a control group
    CHECK(quota.status == 2);
    CHECK(has(quota.err, "--quota 0.5: this process may not make a control group"));
  }
}

TEST_CASE("model says where the bound breaks") {
  const model_study found = made_study();
  std::ostringstream table;
  print(table, found, {1.25, 1.25});
  CHECK(has(table.str(), "T_P <= 1.25 T1/P_A + 1.25 T∞ P/P_A breaks at 6 of 12 points"));
  CHECK(has(table.str(), "on slow"));
  CHECK(has(table.str(), "<- breaks"));
  std::ostringstream broader;
  print(broader, found, {3.01, 3.01});
  CHECK(has(broader.str(), "holds at all 12 points"));
  CHECK_FALSE(has(broader.str(), "<- breaks"));

  const auto all = fits(found, {1.25, 1.25});
  REQUIRE(all.size() == 2);
  CHECK(found.pools[all[0].pool] == "fast");  // the better utilization comes first
  CHECK(all[0].broken == 0);
  CHECK(all[0].envelope.c1 == doctest::Approx(1.2));
  CHECK(all[0].average.c_infinity == doctest::Approx(1.2));
  CHECK(all[0].worst == doctest::Approx(0.96));
  CHECK(all[1].broken == 6);
  CHECK(all[1].envelope.c_infinity == doctest::Approx(3));
}

TEST_CASE("model draws every point, and the curves of figure 4") {
  const model_study found = made_study();
  const scatter_panel panel = utilization_panel(found, {1.1, 2});
  REQUIRE(panel.measured.size() == 2);
  REQUIRE(panel.measured[1].points.size() == 6);
  CHECK(panel.measured[1].points[2].x == doctest::Approx(1.6));
  CHECK(panel.measured[1].points[2].y == doctest::Approx(1 / (1.2 * 2.6)));
  REQUIRE(panel.bounds.size() == 2);
  CHECK(panel.bounds[0].y(1) == doctest::Approx(0.5));
  CHECK(panel.bounds[1].y(1) == doctest::Approx(1 / 3.1));

  const scratch_folder here;
  write_plot(here.path("plot.svg"), found, {1.1, 2});
  const std::string svg = here.content("plot.svg");
  CHECK(svg.starts_with("<?xml"));
  CHECK(svg.ends_with("</svg>\n"));
  write_plot(here.path("plot.png"), found, {1.1, 2});
  CHECK(here.content("plot.png").starts_with("\x89PNG\r\n\x1a\n"));
  model_study more = found;  // a marker more is a path more
  more.points.push_back(more.points.front());
  write_plot(here.path("more.svg"), more, {1.1, 2});
  const auto paths = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("<path "); at != std::string::npos; at = text.find("<path ", at + 1))
      ++count;
    return count;
  };
  CHECK(paths(here.content("more.svg")) == paths(svg) + 1);
}

TEST_CASE("model leaves out what is wrong, and writes its picture") {
  const scratch_folder here;
  const auto wrong = call({"model", "fake --wrong-on dq8", "--pools", "dq8,dq1", "--workers", "1", "--repeat",
                           "1", "--output-plot", here.path("plot.svg")});
  CHECK(wrong.status == 1);
  CHECK(has(wrong.out, "WRONG fake size=3, \"fake\" on dq8, 1 worker: 7 instead of 8"));
  CHECK(has(wrong.out, "Written: " + here.path("plot.svg")));
  const auto none = call({"model", "fake --wrong-on dq8", "--pools", "dq8", "--workers", "1", "--repeat", "1",
                          "--output-plot", here.path("none.svg")});
  CHECK(none.status == 1);
  CHECK(here.content("none.svg").ends_with("</svg>\n"));
}

TEST_CASE("model refuses wrong input in one line") {
  refuses({"model"}, "no application given after model");
  refuses({"model", "fkae"}, "no application is called 'fkae'; did you mean 'fake'?");
  refuses({"model", "fake --siez 3"}, "called '--siez'; did you mean '--size'?");
  refuses({"model", "fake --size three"}, "--size three: expected a whole number");
  refuses({"model", "fake --size {1,2"}, "expected a pair of braces");
  refuses({"model", " "}, "an empty input");
  refuses({"model", "fake --throws input"}, "scene.txt:3");
  refuses({"model", "fake", "--pools", "dq88"}, "did you mean 'dq8'?");
  refuses({"model", "fake", "--workers", "0"}, "--workers 0");
  refuses({"model", "fake", "--bound", "1.1"}, "--bound 1.1: expected C1,C");
  refuses({"model", "fake", "--bound", "1,x"}, "--bound C x");
  refuses({"model", "fake", "--affinity", "0"}, "--affinity 0");
  refuses({"model", "fake", "--affinity", "1024"}, "--affinity 1024: expected at most");
  refuses({"model", "fake", "--quota", "-1"}, "--quota -1");
  refuses({"model", "fake", "--cycler", "2"}, "--cycler 2");
  refuses({"model", "fake", "--processors", "all"}, "expected left or cpu");
  refuses({"model", "fake", "--surplus", "play"}, "play");
  refuses({"model", "fake", "--output-plot", "plot.pdf"}, ".svg or .png");
}

}  // namespace model_test
