// What tasks have said of themselves, in files: checked, read, in figures and pictures.
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/read_history.hpp>

#include "tests/support/text/strict_xml.hpp"
#include "tests/trace/logs.hpp"
#include "tests/trace/read/run_files.hpp"

namespace log_entries_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using trace::history;

namespace {

std::string with_logs(const std::vector<std::string>& first, const std::string& lost = "0") {
  std::string text = events(first, {}, lost);
  return text.replace(text.find("workers 2"), 0, "logs 2\nlog \"a\"\nlog \"b\"\n");
}

history history_of(const std::vector<std::string>& first, const std::string& lost = "0") {
  return trace::read_history(read(with_logs(first, lost)).seen);
}

}  // namespace

TEST_CASE("what a file says of log entries is checked") {
  const auto in_task = [](std::vector<std::string> said, const char* lost = "0") {
    said.insert(said.begin(), {"0 created 1 0", "1 started 1 0"});
    said.emplace_back("9 finished 1 0");
    return refusal(with_logs(said, lost));
  };
  CHECK(in_task({"2 logged 1 0", "3 counted 0 5", "3 counted_more 0 4294967295"}).empty());
  CHECK(in_task({"2 logged 2 0"}) == "run.jd:14: '2 logged 2 0'; expected a text of a log entry below 2");
  for (const char* word : {"span_begun", "span_over", "counted", "counted_more"}) {
    const std::string line = "2 " + std::string(word) + " 7 0";
    CHECK(in_task({line}) == "run.jd:14: '" + line + "'; expected a text of a log entry below 2");
    CHECK(has(in_task({line}, "5"), "expected a text of a log entry below 2"));
  }
  CHECK(has(refusal(events({"0 logged 0 0"})),
            "run.jd:9: '0 logged 0 0'; expected a text of a log entry below 0"));
  for (const char* word : {"logged", "span_begun", "span_over", "counted", "counted_more"}) {
    const std::string line = "5 " + std::string(word) + " 0 0";
    CHECK(refusal(with_logs({line})) ==
          "run.jd:12: '" + line + "'; expected a task that runs here and says it");
    CHECK(refusal(with_logs({line}, "1")).empty());
  }
  CHECK(has(refusal(changed("workers 1", "logs 1\nlogs 1\nworkers 1")), "expected \"log\""));
  CHECK(has(refusal(changed("workers 1", "logs 1\nlog a\nworkers 1")),
            "run.jd:8: 'log a'; expected a text in"));
  CHECK(has(refusal(changed("workers 1", "logs 0\nhandles 0\nworkers 1")), "expected \"workers\""));
  CHECK(refusal(changed("workers 1", "handles 0\nlogs 0\nworkers 1")).empty());
  CHECK(has(refusal(changed("workers 1", "logs 4294967296\nworkers 1")), "run.jd:7: "));
}

TEST_CASE("spans of a file nest within their task, and end with it") {
  const std::string before = "expected a span of this text that task ";
  const auto check = [](std::vector<std::string> said) { return refusal(with_logs(said)); };
  CHECK(has(check({"0 created 1 0", "1 started 1 0", "2 span_over 0 0"}),
            "run.jd:14: '2 span_over 0 0'; " + before + "1 has begun and not ended"));
  CHECK(has(check({"0 created 1 0", "1 started 1 0", "2 span_begun 0 0", "3 span_over 1 0"}), before));
  CHECK(has(check({"0 created 1 0", "1 started 1 0", "2 span_begun 0 0", "2 span_begun 1 0",
                   "3 span_over 0 0", "4 span_over 1 0"}),
            "run.jd:17: "));
  const std::vector<std::string> nested{"0 created 1 0",    "0 created 2 0",  "1 started 1 0",
                                        "2 span_begun 0 0", "3 waits 1 0",    "4 started 2 0",
                                        "5 span_begun 1 0", "8 finished 2 0", "10 goes_on 1 0",
                                        "11 span_over 0 0", "20 finished 1 0"};
  CHECK(check(nested).empty());
  std::vector<std::string> crossed = nested;
  crossed[6] = "5 span_over 0 0";  // the other task's
  CHECK(has(check(crossed), "run.jd:18: '5 span_over 0 0'; " + before + "2 has begun"));
  crossed = nested;
  crossed[9] = "11 span_over 1 0";  // of a task that is over
  CHECK(has(check(crossed), "run.jd:21: '11 span_over 1 0'; " + before + "1 has begun"));

  const history run = history_of(nested);
  const auto outer = entries(run, "a")[0];
  CHECK(outer.to == 11);
  CHECK(outer.elsewhere == 7);
  CHECK(outer.own_length() == 2);
  const auto inner = entries(run, "b")[0];
  CHECK(inner.to == 8);
  CHECK(inner.depth == 0);
  const trace::profile figures = trace::profile_of(run);
  REQUIRE(figures.logs.size() == 2);
  CHECK(figures.logs[0].nanoseconds == 2);
  CHECK(figures.logs[1].nanoseconds == 3);
  for (const auto& each :
       history_of({"0 span_over 1 0", "1 span_begun 0 0", "5 logged 1 0"}, "9").log_entries)
    CHECK(each.to == 5);
}

TEST_CASE("spans are slices inside those of their tasks, events are instants") {
  const history run =
      history_of({"0 created 1 0", "1000 started 1 0", "1000 span_begun 0 0", "1000 span_begun 1 0",
                  "2000 logged 1 0", "3000 span_over 1 0", "3000 span_over 0 0", "3000 finished 1 0"});
  std::ostringstream out;
  trace::write_chrome(out, run);
  std::vector<std::tuple<std::string, double, double>> slices;
  int instants = 0;
  const nlohmann::json whole = nlohmann::json::parse(out.str());
  for (const auto& each : whole["traceEvents"]) {
    if (each["ph"] == "X" && each["tid"] == 1 && each["cat"] != "idle")
      slices.emplace_back(each["name"], each["ts"], each["dur"]);
    if (each["ph"] != "i") continue;
    ++instants;
    CHECK(each["name"] == "b");
    CHECK(each["ts"] == 2.0);
    CHECK(each["args"]["task"] == 1);
  }
  CHECK(instants == 1);
  CHECK(slices ==
        decltype(slices){{"A", 1.0, 2.0}, {"a", 1.0, 2.0}, {"b", 1.0, 2.0}});  // from the outside in
  std::ostringstream picture;
  trace::write_schedule(picture, run);
  CHECK(strict_xml::fault(picture.str()).empty());
  CHECK(has(picture.str(), "<title>b</title>"));
}

}  // namespace log_entries_test
