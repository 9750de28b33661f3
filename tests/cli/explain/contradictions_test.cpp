// What the page, `run` and `model` say where figures mislead.
#include "cli/explain/contradictions.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/measure/run_delay.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/read_history.hpp>

#include "cli/explain/explained_run.hpp"
#include "cli/explain/page/report_page.hpp"
#include "cli/model/model_report.hpp"
#include "cli/run/surroundings/surroundings.hpp"
#include "tests/cli/fake_app.hpp"

namespace contradictions_test {

using namespace jackdaw;
using namespace jackdaw::cli;
using jackdaw::cli::test::has;
using trace::event;
using trace::what;

namespace {

/// One task of 22 ms, of which `missing` nanoseconds are.
trace::recording made(what why, std::uint64_t missing) {
  constexpr std::uint64_t long_ago = 22'000'000;
  trace::recording seen;
  seen.kinds = {{"A", ""}};
  seen.workers = {{event(0, what::created, 1, 0), event(0, what::busy, 0, 0), event(0, what::started, 1, 0)}};
  if (missing != 0) seen.workers[0].push_back(trace::lasting(long_ago, why, missing));
  seen.workers[0].emplace_back(long_ago, what::finished, 1, 0);
  seen.workers[0].emplace_back(long_ago, what::idle, 0, 0);
  return seen;
}

std::vector<std::string> warnings_of(const trace::recording& seen) {
  return warnings(trace::losses::of(seen), trace::graph_reader::read(seen));
}

std::string page_of(const trace::recording& seen) {
  const trace::history run = trace::read_history(seen);
  const trace::graph order = trace::graph_reader::read(seen);
  std::ostringstream out;
  write_page(out, {"a run", seen, run, order});
  return out.str();
}

apps::json figures_of(const trace::recording& seen) {
  explained_run one{.seen = seen, .pool = "jackdaw", .price = {}, .order = {}};
  one.find_order();
  return one.figures();
}

std::string lines_of(const apps::json& figures) {
  table lines({{}, {}});
  add_explanation(lines, figures);
  std::ostringstream out;
  lines.print(out);
  return out.str();
}

}  // namespace

TEST_CASE("a quiet run has no warnings, and says what its workers did") {
  const trace::recording quiet = made(what::preempted, 0);
  CHECK(warnings_of(quiet).empty());
  const std::string page = page_of(quiet);
  CHECK(page.find("class=\"warning\"") ==
        page.rfind("class=\"warning\""));  // that of browsers without scripts
  CHECK(has(lines_of(figures_of(quiet)),
            "preempted 0 ns, asleep for lack of work 0 ns, waiting otherwise 0 ns, of 22.0 ms"));
  CHECK(!has(lines_of(figures_of(quiet)), "warning"));
}

TEST_CASE("a worker that was preempted, or waited, is told on the page, in lines and as data") {
  const trace::recording busy = made(what::preempted, 21'000'000);
  REQUIRE(warnings_of(busy).size() == 1);
  CHECK(warnings_of(busy)[0].starts_with(
      "Tasks were without a processor for 21.0 ms, beside 1.00 ms of work: T1 and T∞ are in CPU time"));
  CHECK(has(page_of(busy), "<p class=\"warning\">Tasks were without a processor for 21.0 ms"));
  CHECK(has(page_of(busy), "<td>work T1</td><td>1.00 ms</td>"));
  CHECK(has(page_of(busy),
            "<tr><td>0</td><td>1.00 ms</td><td>4.5 %</td><td>21.0 ms</td><td>0 ns</td><td>0 ns</td>"));
  CHECK(figures_of(busy)["preempted_nanoseconds"] == 21'000'000);
  CHECK(figures_of(busy)["work_nanoseconds"] == 1'000'000);
  CHECK(has(lines_of(figures_of(busy)), "preempted 21.0 ms, asleep for lack of work 0 ns"));
  CHECK(has(lines_of(figures_of(busy)), "warning"));
  CHECK(figures_of(made(what::blocked, 21'000'000))["blocked_nanoseconds"] == 21'000'000);
}

TEST_CASE("work that was not seen is told, and how much") {
  trace::recording seen = made(what::preempted, 0);
  seen.cpu = {44'000'000, 22'000'000};
  auto& events = seen.workers[0];
  events.insert(events.end() - 2, trace::lasting(22'000'000, what::run_inside, 20'000'000));
  REQUIRE(warnings_of(seen).size() == 1);
  CHECK(has(warnings_of(seen)[0],
            "Not seen: 1 run inside tasks, for 20.0 ms of task time, and 22.0 ms of 44.0 ms CPU time"));
  CHECK(has(warnings_of(seen)[0], "Pass the worker on"));
  CHECK(has(page_of(seen), "Not seen: 1 run inside tasks"));
  CHECK(figures_of(seen)["unseen_cpu_nanoseconds"] == 22'000'000);
  CHECK(figures_of(seen)["runs_inside"] == 1);
  CHECK(has(lines_of(figures_of(seen)), "not seen"));

  seen = made(what::preempted, 0);
  seen.cpu = {22'500'000, 22'000'000};  // of the kernel, or of a thread that shows the progress
  CHECK(warnings_of(seen).empty());
  seen.cpu = {};  // not known
  CHECK(warnings_of(seen).empty());
}

TEST_CASE("figures that cannot be are told") {
  const trace::recording seen = made(what::preempted, 0);
  trace::graph order = trace::graph_reader::read(seen);
  order.work = 30'000'000;
  order.span = 10'000'000;
  const auto more = warnings(trace::losses::of(seen), order);
  REQUIRE(more.size() == 1);
  CHECK(more[0].starts_with("T1 is 30.0 ms, more than the 22.0 ms that the workers had: this is impossible"));
  order = trace::graph_reader::read(seen);
  order.span = 23'000'000;
  const auto longer = warnings(trace::losses::of(seen), order);
  REQUIRE(longer.size() == 1);
  CHECK(longer[0].starts_with("T∞ is 23.0 ms, more than the 22.0 ms of the run: this is impossible"));
}

TEST_CASE("predictions that the bounds contradict are told") {
  trace::graph order;
  order.work = 2000;
  order.span = 500;
  CHECK(warnings(std::vector<double>{2000, 1200, 900}, order).empty());
  CHECK(warnings(std::vector<double>{}, order).empty());
  const auto slow = warnings(std::vector<double>{2000, 16'000, 16'000}, order);
  REQUIRE(slow.size() == 1);
  CHECK(has(slow[0], "With 2 processors the replay takes 16.0 µs, a greedy schedule at most 1.50 µs"));
  const auto quick = warnings(std::vector<double>{2000, 900}, order);
  REQUIRE(quick.size() == 1);
  CHECK(has(quick[0], "less than any schedule, 1.00 µs: this is impossible"));
}

TEST_CASE("T1 of a model is CPU time, and a utilization above 1 is told") {
  CHECK(surrounded_run{.seconds = 2, .granted = {.own = 0.25}}.cpu_seconds() == 0.5);
  CHECK(surrounded_run{.seconds = 2, .granted = {.own = 1.01}}.cpu_seconds() == 2);

  model_study found;
  found.inputs = {{"a", "a", 10, true}};
  found.pools = {"jackdaw"};
  found.points.push_back({0, 0, {4, 0.4, 2, 2, 2}, {.own = 2}});
  CHECK(warnings(found).empty());
  found.points.push_back({0, 0, {4, 0.4, 2, 1, 2}, {.own = 1}, 1.0});
  CHECK(found.points[1].preempted_share() == 0.25);
  CHECK(found.points[1].asleep_share() == 0.25);
  const auto all = warnings(found);
  REQUIRE(all.size() == 2);
  CHECK(all[0].starts_with("utilization is above 1 at 1 of 2 points, which is impossible"));
  CHECK(all[1].starts_with("workers were preempted for more than 5 % of their time at 1 of 2 points"));
  std::ostringstream lines;
  print(lines, found, {1, 1});
  CHECK(has(lines.str(), "warning: utilization is above 1"));
  CHECK(has(lines.str(), "25 %"));
  CHECK(to_json(found, {1, 1})["warnings"].size() == 2);
}

TEST_CASE("what the kernel says of a thread's delay is read, or nothing is") {
  CHECK(measure::run_delay_in("186477 7263963 2") == 7263963);
  CHECK(!measure::run_delay_in(""));
  CHECK(!measure::run_delay_in("1"));
  CHECK(!measure::run_delay_in("1 x 2"));
  CHECK(!measure::run_delay_in("1 2"));
}

}  // namespace contradictions_test
