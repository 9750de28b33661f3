// `jackdaw explain`: a recorded run says the same as when it was run, and programs' own recordings have all forms.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/trace/read/run_file.hpp>
#include <jackdaw/trace/record/recorder.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace explain_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::has;
using jackdaw::tests::scratch_folder;

namespace {

using recorded_scheduler =
    jackdaw::basic_scheduler<jackdaw::pool::split_pool, jackdaw::working::spin_yield_park,
                             jackdaw::memory::cgbkof, jackdaw::trace::recorder>;

/// A program of three tasks that records itself, under this name of a pool; its file.
std::string recorded_by_program(const scratch_folder& here, const std::string& pool,
                                const jackdaw::trace::capacity& much = {}) {
  recorded_scheduler sched(2);
  sched.observer().keep(much);
  sched.run([](auto& worker) {
    worker.put([] {});
    worker.put([] {});
  });
  std::ostringstream text;
  jackdaw::trace::write_run(text, {"my <program>", pool, sched.observer().take()});
  return here.write("own.jd", text.str());
}

}  // namespace

TEST_CASE("a recorded run is explained as it was when it was run") {
  const scratch_folder here;
  const std::string file = here.path("a.jd");
  const auto made = call({"run", "fake", "--pool", "dq8", "--workers", "2", "--json", "--record", file,
                          "--graph", here.path("run.dot")});
  REQUIRE(made.status == 0);
  const auto again = call({"explain", file, "--json", "--graph", here.path("explain.dot")});
  CAPTURE(again.err);
  REQUIRE(again.status == 0);
  const json then = json::parse(made.out)["explained"];
  const json now = json::parse(again.out)["explained"];
  for (const char* figure :
       {"work_nanoseconds", "span_nanoseconds", "graph_class", "events_lost", "complete"}) {
    CAPTURE(figure);
    CHECK(now[figure] == then[figure]);
  }
  CHECK(json::parse(again.out)["pool"] == "dq8");
  CHECK(json::parse(again.out)["workers"] == 2);
  CHECK(here.content("explain.dot") == here.content("run.dot"));
  CHECK(call({"explain", file, "--json"}).out ==
        call({"explain", file, "--json"}).out);  // nothing is measured anew
}

TEST_CASE("a program's own recording has all forms") {
  const scratch_folder here;
  const std::string file = recorded_by_program(here, "jackdaw");
  const auto result =
      call({"explain", file, "--report", here.path("page"), "--trace", here.path("a.json"), "--schedule",
            here.path("a.svg"), "--paje", here.path("a.paje"), "--graph", here.path("a.dot")});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  for (const char* line : {"run  ", "my <program>", "pool  ", "jackdaw", "workers  ", "work  ", "span  ",
                           "average parallelism  ", "DH: tasks create others", "written  ", "a.paje"}) {
    CAPTURE(line);
    CHECK(has(result.out, line));
  }
  CHECK(has(here.content("page/index.html"), "<h1>my &lt;program&gt;"));
  CHECK(has(here.content("page/index.html"), "<tr><td>tasks</td><td>3</td></tr>"));
  CHECK(!has(here.content("page/index.html"), "No predictions"));
  CHECK(json::parse(here.content("a.json")).contains("traceEvents"));
  CHECK(has(here.content("a.svg"), "</svg>"));
  CHECK(has(here.content("a.paje"), "%EventDef"));
  CHECK(has(here.content("a.dot"), "digraph run {"));
}

TEST_CASE("the pool may be unknown, and events may be lost: the page has no predictions then") {
  const scratch_folder here;
  const auto unknown =
      call({"explain", recorded_by_program(here, "my own"), "--report", here.path("page"), "--json"});
  CHECK(unknown.status == 0);
  CHECK(json::parse(unknown.out)["explained"]["burden_nanoseconds"] > 0);
  CHECK(has(here.content("page/index.html"), "No predictions"));

  const auto part = call({"explain", recorded_by_program(here, "jackdaw", {.events_per_worker = 2}),
                          "--report", here.path("page")});
  CHECK(part.status == 0);
  CHECK(has(part.out, "the figures above are of a part of the run"));
  CHECK(has(here.content("page/index.html"), "No predictions"));
}

TEST_CASE("what cannot be explained is refused in one line, and nothing is written") {
  const scratch_folder here;
  const auto refuses = [&](std::vector<std::string> arguments, const std::string& part) {
    arguments.insert(arguments.begin(), "explain");
    const auto result = call(std::move(arguments));
    CAPTURE(result.err);
    CHECK(result.status == 2);
    CHECK(has(result.err, part));
    CHECK(result.out.empty());
  };
  const std::string file = recorded_by_program(here, "jackdaw");
  refuses({}, "explain: expected a recorded run");
  refuses({here.path("none.jd")}, "none.jd: cannot be read");
  refuses({here.write("a.jd", "jackdaw recording 1\nrun \"a\"\n"), "--graph", here.path("a.dot")}, "a.jd:3");
  refuses({file, "--schedule-style", "bar"}, "did you mean 'bars'?");
  refuses({file, "--trace", here.path("none/a.json")}, "expected a path in an existing, writable folder");
  refuses({file, "--report", file}, "own.jd: a folder is written, which .jd does not say");
  refuses({file, "--report", here.write("plain", "")}, "plain: cannot be made (");
  CHECK(here.content("a.dot").empty());
}

}  // namespace explain_test
