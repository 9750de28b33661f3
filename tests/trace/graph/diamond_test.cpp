// A recorded flow whose last task was put by a task that was not on the critical path: figures and pictures.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/graph_dot.hpp>
#include <jackdaw/trace/formats/paje.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/read_history.hpp>

#include "tests/support/scratch_folder.hpp"

namespace diamond_test {

using namespace jackdaw;
using trace::event;
using trace::what;

namespace {

/// Two workers. Task 1 writes x; 2 on worker 0 reads it for 100, 3 on worker 1 for 5 but later, and 4, which
/// reads what both have written, is put by 3. Clocks differ by `ahead`.
trace::recording uneven_diamond(int ahead) {
  const auto there = [ahead](int time) { return static_cast<std::uint64_t>(std::int64_t{time} + ahead); };
  constexpr std::uint32_t x = 100;
  constexpr std::uint32_t a = 101;
  constexpr std::uint32_t b = 102;
  constexpr std::uint32_t first = trace::access_of(0, false);
  constexpr std::uint32_t second = trace::access_of(1, false);
  trace::recording seen;
  seen.kinds = {{"task", ""}};
  seen.workers = {
      {event(0, what::created, 1, 0), event(0, what::busy, 0, 0), event(0, what::started, 1, 0),
       event(0, what::acquired, x, first), event(10, what::released, x, first),
       event(10, what::created, 2, 1), event(10, what::created, 3, 1), event(10, what::finished, 1, 0),
       event(10, what::started, 2, 0), event(10, what::acquired, x, second),
       event(10, what::acquired, a, first), event(110, what::released, x, second),
       event(110, what::released, a, first), event(110, what::finished, 2, 0), event(110, what::idle, 0, 0)},
      {event(there(190), what::busy, 0, 0), event(there(200), what::started, 3, 0),
       event(there(200), what::acquired, x, second), event(there(200), what::acquired, b, first),
       event(there(205), what::released, x, second), event(there(205), what::released, b, first),
       event(there(205), what::created, 4, 3), event(there(205), what::finished, 3, 0),
       event(there(205), what::started, 4, 0), event(there(205), what::acquired, a, second),
       event(there(205), what::acquired, b, second), event(there(212), what::released, a, second),
       event(there(212), what::released, b, second), event(there(212), what::finished, 4, 0),
       event(there(212), what::idle, 0, 0)}};
  return seen;
}

}  // namespace

TEST_CASE("a diamond whose long side was over first, written by hand") {
  for (const int ahead : {0, 50, -185}) {
    CAPTURE(ahead);
    const trace::recording seen = uneven_diamond(ahead);
    const auto graph = trace::graph_reader::read(seen);
    CHECK(graph.work == 10 + 100 + 5 + 7);
    CHECK(graph.span == 10 + 100 + 7);  // by the task alone that put the last one: 10 + 5 + 7
    REQUIRE(graph.critical_path.size() == 3);
    CHECK(graph.critical_path[1].task == 2);
    CHECK(graph.critical_path[2].task == 4);
    CHECK(graph.order == trace::graph_class::d_any);
    CHECK(trace::graph_reader::read(seen, 1000).burdened_span == std::uint64_t{3000} + graph.span);
    CHECK(replay::read_program(seen).span() == 117);
  }
}

TEST_CASE("the task that puts a waiting one need not be one that it waited for") {
  trace::recording seen;
  seen.kinds = {{"task", ""}};
  seen.workers = {{event(0, what::created, 1, 0), event(0, what::created, 3, 0), event(0, what::busy, 0, 0),
                   event(0, what::started, 1, 0), event(10, what::held, 2, 1),
                   event(10, what::finished, 1, 0), event(10, what::idle, 0, 0)},
                  {event(0, what::busy, 0, 0), event(0, what::started, 3, 0), event(50, what::created, 2, 3),
                   event(50, what::finished, 3, 0), event(50, what::started, 2, 0),
                   event(55, what::finished, 2, 0), event(55, what::idle, 0, 0)}};
  const auto graph = trace::graph_reader::read(seen);
  CHECK(graph.work == 10 + 50 + 5);
  CHECK(graph.span == 50);
}

TEST_CASE("the same in pictures: an arrow for each dependence, no creation where there was none") {
  const trace::recording seen = uneven_diamond(0);
  const trace::history run = trace::read_history(seen);
  REQUIRE(run.dependences.size() == 4);
  for (const auto& task : run.tasks) CHECK(task.parent == trace::history::none);
  std::ostringstream dot;
  trace::write_dot(dot, run, trace::graph_reader::read(seen));
  for (const char* part :
       {"t4 [shape=ellipse, ", "h0v1 [shape=box, fillcolor=white, label=\"handle 0\\nversion 1\"];",
        "h0v0 -> t1 [style=solid];", "t1 -> h0v1 [style=solid, color=red",
        "h0v1 -> t2 [style=solid, color=red", "h0v1 -> t3 [style=solid];",
        "t2 -> h1v1 [style=solid, color=red", "h1v1 -> t4 [style=solid, color=red",
        "t3 -> h2v1 [style=solid];", "h2v1 -> t4 [style=solid];", "t3 -> h0v3 [style=solid];",
        "t4 -> h1v2 [style=solid];"}) {
    CAPTURE(part);
    CHECK(dot.str().find(part) != std::string::npos);
  }
  CHECK(dot.str().find("t1 -> t2") == std::string::npos);  // tasks know data, not each other
  std::ostringstream text;
  trace::write_chrome(text, run);
  int arrows = 0;
  const auto json = nlohmann::json::parse(text.str());
  for (const auto& each : json["traceEvents"]) {
    if (each.value("cat", "") != "dependence") continue;
    arrows += each["ph"] == "s" ? 1 : 0;
    const bool from_x = each["id"] == 1 || each["id"] == 2;  // to tasks 2 and 3
    CHECK(each["args"]["handle"] == (from_x ? 0 : each["id"] == 3 ? 1 : 2));
    CHECK(each["args"]["version"] == 1);
  }
  CHECK(arrows == 4);
  std::ostringstream paje;
  trace::write_paje(paje, run);
  for (const char* line : {" dependence all w0 \"handle 0 version 1\" dependence2\n",
                           "9 0.000000200 dependence all w1 \"handle 0 version 1\" dependence2\n"})
    CHECK(paje.str().find(line) != std::string::npos);
}

TEST_CASE("adds are dashed, and come one after another; what they leave behind is the next version") {
  constexpr std::uint32_t sum = 100;
  constexpr std::uint32_t turn = trace::access_of(0, true);
  trace::recording seen;
  seen.kinds = {{"add", ""}};
  auto& events = seen.workers.emplace_back();
  for (const std::uint32_t task : {1U, 2U}) events.emplace_back(0, what::created, task, 0);
  for (const std::uint32_t task : {1U, 2U}) {
    events.emplace_back(10 * task, what::started, task, 0);
    events.emplace_back(10 * task, what::acquired, sum, turn);
    events.emplace_back(10 * task + 5, what::released, sum, turn);
    events.emplace_back(10 * task + 5, what::finished, task, 0);
  }
  const trace::history run = trace::read_history(seen);
  REQUIRE(run.versions.size() == 1);
  CHECK(run.versions[0].one_by_one);
  std::ostringstream dot;
  trace::write_dot(dot, run, trace::graph_reader::read(seen));
  for (const char* part : {"h0v0 -> t1 [style=dashed];", "h0v0 -> t2 [style=dashed, color=red, penwidth=3];",
                           "t1 -> h0v2 [style=dashed];", "t2 -> h0v2 [style=dashed];"}) {
    CAPTURE(part);
    CHECK(dot.str().find(part) != std::string::npos);
  }
}

TEST_CASE("Graphviz reads the file, where it is installed") {
  if (std::system("command -v dot >/dev/null 2>&1") != 0) {
    MESSAGE("skipped: there is no dot here (Debian's package graphviz)");
    return;
  }
  const trace::recording seen = uneven_diamond(0);
  const tests::scratch_folder here;
  std::ostringstream dot;
  trace::write_dot(dot, trace::read_history(seen), trace::graph_reader::read(seen));
  const std::string picture = here.path("a.svg");
  const std::string call =
      "dot -Tsvg -o '" + picture + "' '" + here.write("a.dot", dot.str()) + "' 2>'" + here.path("log") + "'";
  CHECK(std::system(call.c_str()) == 0);
  CHECK(here.content("log").empty());
  const std::string svg = here.content("a.svg");
  for (const char* part : {">task  100 ns</text>", ">handle 2</text>", ">version 1</text>", "</svg>"}) {
    CAPTURE(part);
    CHECK(svg.find(part) != std::string::npos);
  }
}

}  // namespace diamond_test
