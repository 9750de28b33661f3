// `jackdaw run` with --trace, --schedule, --graph, --paje, --report: the files, their content, and refusals.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>

#include "cli/explain/page/report_page.hpp"
#include "cli/explain/page/schedule_view.hpp"
#include "cli/schedulers.hpp"
#include "tests/cli/fake_app.hpp"

namespace explanation_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;

namespace {

/// A folder that is gone after the test.
struct folder {
  folder() { std::filesystem::create_directory(path); }
  ~folder() { std::filesystem::remove_all(path); }
  [[nodiscard]] std::string file(const std::string& name) const { return path / name; }
  [[nodiscard]] bool empty() const { return std::filesystem::is_empty(path); }
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("jackdaw_explanation_test_" + std::to_string(getpid()));
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++times;
  return times;
}

/// A page of a recording, without predictions.
std::string page_of(const std::string& title, const jackdaw::trace::recording& seen) {
  std::ostringstream out;
  const auto run = jackdaw::trace::read_history(seen);
  const auto order = jackdaw::trace::graph_reader::read(seen);
  jackdaw::cli::write_page(out, {title, seen, run, order});
  return out.str();
}

}  // namespace

TEST_CASE("of several runs the quickest one is explained") {
  const folder here;
  const auto result = call({"run", "fake", "--size", "4", "--repeat", "3", "--quick-run", "2", "--workers",
                            "2", "--record", here.file("run.jd"), "--json"});
  CHECK(result.status == 0);
  CHECK(count(content(here.file("run.jd")), " started ") == 5);
  CHECK(json::parse(result.out)["seconds"] == 1.0);  // the median
}

TEST_CASE("a run is written in all forms, and the figures stand in the report") {
  const folder here;
  const auto result = call({"run",
                            "fake",
                            "--pool",
                            "dq8",
                            "--workers",
                            "2",
                            "--size",
                            "7",
                            "--repeat",
                            "2",
                            "--json",
                            "--trace",
                            here.file("a.json"),
                            "--schedule",
                            here.file("a.svg"),
                            "--schedule-style",
                            "triangles",
                            "--graph",
                            here.file("a.dot"),
                            "--paje",
                            here.file("a.paje"),
                            "--record",
                            here.file("a.jd"),
                            "--report",
                            here.file("page")});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  const json found = json::parse(result.out);
  CHECK(found["outputs"].size() == 6);
  CHECK(found["explained"]["events_lost"] == 0);
  CHECK(found["explained"]["graph_class"] == "D0: initial tasks only");
  CHECK(found["explained"]["complete"] == true);
  CHECK(found["explained"]["burden_nanoseconds"] > 0);
  CHECK(found["explained"]["burdened_span_nanoseconds"] ==
        found["explained"]["span_nanoseconds"].get<std::uint64_t>() +
            found["explained"]["burden_nanoseconds"].get<std::uint64_t>());  // of one task alone
  CHECK(found["explained"]["work_nanoseconds"] >= found["explained"]["span_nanoseconds"]);

  const json trace = json::parse(content(here.file("a.json")));
  std::size_t tasks = 0;
  for (const json& each : trace["traceEvents"]) tasks += each.value("cat", "") == "task" ? 1U : 0U;
  CHECK(tasks == 7);  // of the last run, not of both
  std::ifstream recorded(here.file("a.jd"));
  const auto run = jackdaw::trace::read_run(recorded, "a.jd");
  CHECK(run.title.starts_with("fake size=7"));
  CHECK(run.pool == "dq8");
  CHECK(jackdaw::trace::read_history(run.seen).tasks.size() == 7);
  CHECK(run.event >= 0);
  CHECK(run.costs.size() == jackdaw::cli::pool_lines().size());
  CHECK(has(content(here.file("a.svg")), "</svg>"));
  CHECK(has(content(here.file("a.svg")), "<polygon"));
  CHECK(has(content(here.file("a.dot")), "digraph run {"));
  CHECK(has(content(here.file("a.paje")), "%EventDef"));

  const std::string page = content(here.file("page/index.html"));
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(has(page, "<h1>fake size=7, &quot;fake&quot;, pool dq8"));
  CHECK(has(page, "<tr><td>tasks</td><td>7</td></tr>"));
  CHECK(has(page, "<tr><td>task graph</td><td>D0: initial tasks only</td></tr>"));
  CHECK(has(page, "<tr><td>burdened span</td><td>"));
  CHECK(has(page, "data-shape=\"triangles\""));
  CHECK(!has(page, "No predictions"));
  for (const char* part : {"class=\"schedule\"", "class=\"area\"", "class=\"bars\"", "class=\"kinds\"",
                           "class=\"workers\"", "class=\"bounds\"", "<td>1024</td>", "</html>"}) {
    CAPTURE(part);
    CHECK(has(page, part));
  }
  CHECK(count(page, "http") == count(page, "http://www.w3.org/2000/svg"));  // nothing is fetched
  CHECK(count(page, "<svg") == 2);
  CHECK(count(page, "<svg") == count(page, "</svg>"));
  CHECK(count(page, "<table") == count(page, "</table>"));
}

TEST_CASE("for people the same figures are lines; without the options nothing is recorded") {
  const folder here;
  const auto asked = call({"run", "fake", "--workers", "1", "--schedule", here.file("a.svg")});
  for (const char* line :
       {"work  ", "span  ", "average parallelism  ", "burdened span  ", "D0: initial tasks only", "a.svg"})
    CHECK(has(asked.out, line));
  CHECK(!has(asked.out, "events lost"));
  CHECK(!has(asked.out, "of a part of the run"));
  CHECK(!has(content(here.file("a.svg")), "<polygon"));
  CHECK(json::parse(call({"run", "fake", "--json"}).out).contains("explained") == false);
}

TEST_CASE("what does not fit is said") {
  const folder here;
  for (const char* when : {"stop", "ring"}) {
    const auto result =
        call({"run", "fake", "--workers", "1", "--size", "50", "--events", "20", "--when-full", when,
              "--report", here.file("page"), "--trace", here.file("a.json")});
    CHECK(result.status == 0);
    // 3 a task, busy and idle, and one more before each of these where the worker had lost its processor.
    constexpr int kept = 20;
    constexpr int events = 3 * 50 + 2;
    const int lost = json::parse(content(here.file("a.json")))["otherData"]["events_lost"];
    CHECK(lost >= events - kept);
    CHECK(lost <= 2 * events - kept);
    CHECK(has(result.out, std::to_string(lost) + ": the figures above are of a part of the run"));
    CHECK(has(result.out, " (of a part of the run)\n"));
    CHECK(has(content(here.file("page/index.html")), std::to_string(lost) + " events were lost"));
    CHECK(has(content(here.file("page/index.html")), "No predictions"));
  }
}

TEST_CASE("wrong options are refused before anything runs, and leave nothing") {
  const folder here;
  const auto refuses = [&](std::vector<std::string> arguments, const std::string& part) {
    arguments.insert(arguments.begin(), {"run", "fake"});
    const auto result = call(std::move(arguments));
    CAPTURE(result.err);
    CHECK(result.status == 2);
    CHECK(has(result.err, part));
    CHECK(count(result.err, "\n") == 1);
    CHECK(fake_app::order().empty());
  };
  refuses({"--trace", here.file("none/a.json")}, "expected a path in an existing, writable folder");
  refuses({"--report", here.file("none/page")}, "expected a folder, or the name of a new one");
  refuses({"--report", "/dev/null"}, "cannot be made (");
  refuses({"--report", here.file("page"), "--throws", "input"}, "scene.txt:3");
  refuses({"--events", "0"}, "--events");
  refuses({"--events", "many"}, "--events");
  refuses({"--when-full", "rong"}, "did you mean 'ring'?");
  refuses({"--schedule-style", "bar"}, "did you mean 'bars'?");
  CHECK(here.empty());
}

TEST_CASE("a wrong result writes no file") {
  const folder here;
  const auto result =
      call({"run", "fake", "--pool", "sq1", "--wrong-on", "sq1", "--trace", here.file("a.json")});
  CHECK(result.status == 1);
  CHECK(here.empty());
}

TEST_CASE("a page shows which worker stole from which, and names that look like tags") {
  jackdaw::trace::recording seen;
  using jackdaw::trace::event;
  using jackdaw::trace::what;
  seen.kinds = {{"<b>&", ""}};
  seen.workers = {{event(0, what::created, 1, 0), event(0, what::busy, 0, 0), event(5, what::idle, 0, 0)},
                  {event(1, what::busy, 0, 0), event(2, what::stole, 0, 17), event(3, what::started, 1, 0),
                   event(1003, what::finished, 1, 0), event(1004, what::idle, 0, 3)}};
  const std::string page = page_of("a <title>", seen);
  CHECK(has(page, "<h1>a &lt;title&gt;</h1>"));
  CHECK(has(page, "<td>&lt;b&gt;&amp;</td><td>1</td><td>100.0 %</td>"));
  CHECK(has(page, "<tr><td>1</td><td>17</td><td>0</td></tr>"));
  CHECK(has(page, "<td>work T1</td><td>1.00 µs</td>"));
  CHECK(has(page, "<td>below 1.02 µs</td>") == false);
  CHECK(has(page, "below 1.02 µs"));

  const std::string empty = page_of("nothing", {});
  CHECK(has(empty, "</html>"));
  CHECK(!has(empty, "nan"));
}

TEST_CASE("a page shows what the critical path spends most on: kinds of tasks, and handles") {
  jackdaw::trace::recording seen;
  using jackdaw::trace::event;
  using jackdaw::trace::what;
  seen.kinds = {{"short", ""}, {"long", ""}};
  auto& events = seen.workers.emplace_back();
  std::uint64_t now = 0;
  for (const std::uint32_t task : {1U, 2U, 3U}) events.emplace_back(0, what::held, task, 0);
  for (const std::uint32_t task : {1U, 2U, 3U}) {  // each writes handle 0, the second one handle 1, too
    events.emplace_back(now, what::created, task, 0);
    events.emplace_back(now, what::started, task, task == 2 ? 1 : 0);
    const auto access = [&](what happened) {
      events.emplace_back(now, happened, 77, jackdaw::trace::access_of(task - 1, false));
      if (task == 2) events.emplace_back(now, happened, 78, jackdaw::trace::access_of(0, false));
    };
    access(what::acquired);
    now += task == 2 ? 800 : 100;
    access(what::released);
    events.emplace_back(now, what::finished, task, 0);
  }
  const std::string page = page_of("a flow", seen);
  const std::string kinds = page.substr(page.find("class=\"kinds\""));
  CHECK(kinds.find("<td>long</td>") < kinds.find("<td>short</td>"));
  CHECK(has(kinds, "<td>80.0 %</td><td>200 ns</td></tr>"));
  CHECK(has(kinds, "<td>20.0 %</td><td>800 ns</td></tr>"));
  CHECK(has(page, "<tr><td>0</td><td>2</td><td>900 ns</td><td>90.0 %</td><td>800 ns</td></tr>"));
  CHECK(has(page, "<td>task graph</td><td>D∞: tasks wait for others</td>"));
  seen.handle_names = {"A[<1>]"};
  events.insert(events.begin(), event(0, what::named, 77, 0));
  CHECK(has(page_of("a flow", seen), "<tr><td>A[&lt;1&gt;]</td><td>2</td><td>900 ns</td><td>90.0 %</td>"));
  CHECK(!has(page_of("no flow", {}), "class=\"handles\""));
}

TEST_CASE(
    "a recording with one worker is followed by runs without the recorder, and the first's result is "
    "checked, too") {
  const folder here;
  const std::vector<std::string> arguments{"run", "fake", "--workers", "1", "--record", here.file("a.jd")};
  fake_app::order().clear();
  CHECK(call(arguments).status == 0);
  CHECK(fake_app::order().starts_with("jackdaw1 jackdaw1 "));  // and more, where it runs beside itself
  auto wrong = arguments;
  wrong.insert(wrong.end(), {"--wrong-run", "2"});
  const auto result = call(wrong);
  CHECK(result.status == 1);
  CHECK(has(result.out, "without the recorder: 7 instead of 8"));
}

TEST_CASE("the page's names of tasks are JSON that a browser reads, whatever bytes they hold") {
  for (const char* name :
       {"M\xfcller", "a\nb\x7f \xc2\x85", "\\xe9 \"\\\"", "</script><script>", "a\xe2\x80\xae(b)"}) {
    CAPTURE(name);
    jackdaw::trace::history run;
    run.workers = 1;
    run.kinds = {{name, ""}};
    std::ostringstream out;
    jackdaw::cli::write_schedule_view(out, run, jackdaw::trace::task_shape::bars);
    const std::string page = out.str();
    const std::string head = "id=\"schedule-kinds\">";
    const std::size_t begin = page.find(head) + head.size();
    const std::string text = page.substr(begin, page.find("</script>", begin) - begin);
    const auto kinds = nlohmann::json::parse(text);
    CHECK(kinds.at(0).at("name") == jackdaw::base::visible(name));
  }
}

}  // namespace explanation_test
