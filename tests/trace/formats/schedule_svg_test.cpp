// The schedule as SVG: of real runs, and of made up ones.
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/trace/formats/schedule_svg.hpp>

#include "tests/trace/formats/written_runs.hpp"

namespace schedule_svg_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using trace::history;

namespace {

/// Tags that open and close as they should, and numbers that are numbers.
void check_svg(const std::string& text) {
  CHECK(text.starts_with("<svg "));
  CHECK(text.find("nan") == std::string::npos);
  CHECK(text.find("inf") == std::string::npos);
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    REQUIRE(end != std::string::npos);
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.back() == '/') continue;
    if (tag.front() != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
    } else {
      REQUIRE(!open.empty());
      CHECK(open.back() == tag.substr(1));
      open.pop_back();
    }
  }
  CHECK(open.empty());
}

}  // namespace

TEST_CASE("the schedule is a well-formed picture, with and without its details") {
  for (const history& run : some_runs()) {
    check_svg(text_of([](auto& out, const auto& h) { trace::write_schedule(out, h); }, run));
    check_svg(text_of(
        [](auto& out, const auto& h) {
          trace::write_schedule(out, h, {.width = 50, .most_edges = 0, .least_width = 10});
        },
        run));
  }
}

TEST_CASE("the picture has a box for each task that is wide enough, and a row for each worker") {
  history run;
  run.workers = 2;
  run.end = 1000;
  run.kinds = {{"<one>", "#123456"}, {"two", ""}};
  const auto add = [&](std::uint32_t worker, std::uint64_t from, std::uint64_t to, std::uint32_t parent) {
    history::task task;
    task.number = static_cast<std::uint32_t>(run.tasks.size() + 1);
    task.kind = parent == history::none ? 0 : 1;
    task.parent = parent;
    task.creator = 0;
    task.worker = worker;
    task.created = task.started = from;
    task.finished = to;
    run.tasks.push_back(task);
  };
  add(0, 0, 600, history::none);
  add(1, 100, 400, 0);
  for (std::uint64_t i = 0; i < 100; ++i) add(1, 500 + i, 501 + i, 0);
  const std::string wide = text_of([](auto& out, const auto& h) { trace::write_schedule(out, h); }, run);
  CHECK(wide.find("<title>&lt;one&gt;, task 1, 600 ns</title>") != std::string::npos);
  CHECK(wide.find("fill=\"#123456\"") != std::string::npos);
  CHECK(wide.find("worker 1") != std::string::npos);
  const auto boxes = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("<title>", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  CHECK(boxes(wide) == 102);
  const std::string narrow = text_of(
      [](auto& out, const auto& h) {
        trace::write_schedule(out, h, {.width = 100, .least_width = 1});  // 10 ns a pixel
      },
      run);
  CHECK(boxes(narrow) < 20);
  CHECK(narrow.find("9 tasks</title>") != std::string::npos);
}

TEST_CASE("an edge to a child on the same worker is an arc over its row, to one on another worker a line") {
  history run;
  run.workers = 2;
  run.end = 1200;
  run.kinds = {{"a", ""}};
  const auto add = [&](std::uint32_t worker, std::uint64_t created, std::uint64_t started,
                       std::uint32_t parent) {
    history::task task;
    task.number = static_cast<std::uint32_t>(run.tasks.size() + 1);
    task.parent = parent;
    task.creator = 0;
    task.worker = worker;
    task.created = created;
    task.started = started;
    task.finished = started + 100;
    run.tasks.push_back(task);
  };
  add(0, 0, 0, history::none);
  add(0, 50, 450, 0);
  add(1, 60, 200, 0);
  const std::string text = text_of(
      [](auto& out, const auto& h) { trace::write_schedule(out, h, {.width = 1200, .row = 20}); }, run);
  CHECK(text.find("<path fill=\"none\" d=\"M120.00 10.0 Q320.00 -10.0 520.00 10.0\"/>") != std::string::npos);
  CHECK(text.find("<line x1=\"130.00\" y1=\"30.0\" x2=\"270.00\" y2=\"40.0\"/>") != std::string::npos);
}

TEST_CASE("tasks as triangles: from full height at the begin to a point at the end") {
  const auto triangles = [](auto& out, const auto& h) {
    trace::write_schedule(out, h, {.width = 100, .row = 20, .shape = trace::task_shape::triangles});
  };
  for (const history& run : some_runs()) check_svg(text_of(triangles, run));
  const std::string text = text_of(triangles, a_row_of(2));
  CHECK(text.find("<polygon points=\"70.00,10.0 120.00,20.0 70.00,30.0\" fill=\"#fe0000\"><title>") !=
        std::string::npos);
  CHECK(text.find("<polygon points=\"120.00,10.0 170.00,20.0 120.00,30.0\"") != std::string::npos);
  CHECK(text_of([](auto& out, const auto& h) { trace::write_schedule(out, h); }, a_row_of(2))
            .find("<polygon") == std::string::npos);
}

TEST_CASE("a picture without edges says so") {
  const auto with_at_most = [](std::size_t most) {
    return text_of([most](auto& out, const auto& h) { trace::write_schedule(out, h, {.most_edges = most}); },
                   a_row_of(5));
  };
  CHECK(with_at_most(5).find("class=\"edges\"") != std::string::npos);
  CHECK(with_at_most(5).find("edges from creation") == std::string::npos);
  CHECK(with_at_most(4).find("class=\"edges\"") == std::string::npos);
  CHECK(with_at_most(4).find(">5 tasks: edges from creation to begin are drawn for 4 at most</text>") !=
        std::string::npos);
}

}  // namespace schedule_svg_test
