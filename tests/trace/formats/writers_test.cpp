// Chrome JSON and Paje: of real runs, read again.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/paje.hpp>

#include "tests/trace/formats/paje_check.hpp"
#include "tests/trace/formats/written_runs.hpp"

namespace writers_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using nlohmann::json;
using trace::history;

namespace {

long nanoseconds(const json& microseconds) { return std::lround(microseconds.get<double>() * 1000); }

/// Slices of one thread nest; counts those of tasks.
std::size_t check_nesting(const json& slices) {
  std::vector<long> ends;
  std::size_t tasks = 0;
  long before = 0;
  for (const json& each : slices) {
    const long from = nanoseconds(each["ts"]);
    const long to = from + nanoseconds(each["dur"]);
    CHECK(from >= before);
    before = from;
    while (!ends.empty() && ends.back() <= from && ends.back() < to) ends.pop_back();
    if (!ends.empty()) CHECK(to <= ends.back());
    ends.push_back(to);
    tasks += each["cat"] == "task" ? 1U : 0U;
  }
  return tasks;
}

/// A place where an arrow begins or ends.
struct arrow_end {
  int worker;
  long time;
};

/// Each arrow has two ends, goes forward, and both are inside a slice of a task: it ends where one begins.
void check_arrows(const json& events, const std::map<int, json>& slices) {
  std::map<std::pair<std::string, std::uint32_t>, arrow_end> begun;
  std::map<std::pair<std::string, std::uint32_t>, arrow_end> ended;
  for (const json& each : events) {
    if (each["ph"] != "s" && each["ph"] != "f") continue;
    CHECK(each["name"] == each["cat"]);
    CHECK((each["ph"] == "s" || each["bp"] == "e"));
    const bool is_new = (each["ph"] == "s" ? begun : ended)
                            .try_emplace({each["cat"], each["id"].get<std::uint32_t>()},
                                         arrow_end{each["tid"], nanoseconds(each["ts"])})
                            .second;
    CHECK(is_new);
  }
  std::set<std::pair<int, long>> begins;
  std::size_t parents = 0;
  for (const auto& [worker, of_worker] : slices) {
    for (const json& each : of_worker) {
      if (each["cat"] != "task") continue;
      begins.insert({worker, nanoseconds(each["ts"])});
      parents += each["args"].contains("parent") ? 1U : 0U;
    }
  }
  std::size_t puts = 0;
  REQUIRE(begun.size() == ended.size());
  for (const auto& [name, from] : begun) {
    const auto to = ended.find(name);
    REQUIRE(to != ended.end());
    CHECK(from.time <= to->second.time);
    CHECK(begins.contains({to->second.worker, to->second.time}));
    const json& there = slices.at(from.worker);
    CHECK(std::any_of(there.begin(), there.end(), [at = from.time](const json& each) {
      const long begin = nanoseconds(each["ts"]);
      const long length = nanoseconds(each["dur"]);
      return each["cat"] == "task" && begin <= at && (at < begin + length || (at == begin && length == 0));
    }));
    puts += name.first == "put" ? 1U : 0U;
  }
  CHECK(puts <= parents);
}

/// Events are of this process and of its workers, which have names.
void check_tracks(const json& events, const history& run) {
  std::set<std::string> named;
  for (const json& each : events) {
    CHECK(each["pid"] == 1);
    if (each["name"] == "process_name") continue;
    CHECK(each["tid"] > 0);  // 0 is the idle thread, which Perfetto puts on another one's track
    CHECK(each["tid"] <= run.workers);
    if (each["ph"] == "M") {
      CHECK(each["name"] == "thread_name");
      CHECK(each["args"]["name"] == "worker " + std::to_string(each["tid"].get<int>() - 1));
      named.insert(each["args"]["name"]);
    } else {
      CHECK(nanoseconds(each["ts"]) >= 0);
    }
    if (each["ph"] == "X") CHECK(nanoseconds(each["dur"]) >= 0);
    if (each["ph"] == "i") CHECK(each["s"] == "t");
  }
  CHECK(named.size() == run.workers);
}

void check_chrome(const history& run) {
  const json all = json::parse(text_of(&trace::write_chrome, run));
  CHECK(all["otherData"]["events_lost"] == run.lost);
  std::map<int, json> slices;
  std::size_t steals = 0;
  for (const json& each : all["traceEvents"]) {
    const std::string phase = each["ph"];
    if (phase == "X") slices[each["tid"]].push_back(each);
    if (phase == "X" && each["cat"] == "task") CHECK(each["args"]["colour"].get<std::string>()[0] == '#');
    if (phase == "i") {
      const history::theft& theft = run.thefts.at(steals++);
      CHECK(each["args"]["victim"] == theft.victim);
      CHECK(each["args"]["tasks"] == theft.tasks);
      CHECK(each["tid"] == theft.thief + 1);
    }
  }
  std::size_t tasks = 0;
  for (const auto& [thread, of_thread] : slices) tasks += check_nesting(of_thread);
  CHECK(tasks == static_cast<std::size_t>(std::count_if(run.tasks.begin(), run.tasks.end(),
                                                        [](const auto& t) { return t.ran(); })));
  CHECK(steals == run.thefts.size());
  check_tracks(all["traceEvents"], run);
  check_arrows(all["traceEvents"], slices);
}

}  // namespace

TEST_CASE("Chrome JSON has a slice for each task, nested, and arrows with two ends") {
  for (const history& run : some_runs()) check_chrome(run);
}

TEST_CASE("Paje pushes and pops in order") {
  for (const history& run : some_runs()) check_paje(text_of(&trace::write_paje, run), run);
}

TEST_CASE("Paje has a line for each event, whatever the names are, and says which worker stole from which") {
  const std::string text = text_of(&trace::write_paje, a_row_of(2));
  check_paje(text, a_row_of(2));
  CHECK(text.find("3 k0 state \"two lines\" \"0.996 0.000 0.000\"\n") != std::string::npos);
  CHECK(text.find("8 0.000000005 steal all w0 \"3\" steal1\n9 0.000000005 steal all w1 \"3\" steal1\n") !=
        std::string::npos);
}

TEST_CASE("the colour of a kind is in Chrome JSON, as it is and as the nearest that there is") {
  const json all = json::parse(text_of(&trace::write_chrome, a_row_of(1)));
  std::size_t tasks = 0;
  for (const json& each : all["traceEvents"]) {
    if (each.value("cat", "") != "task") continue;
    ++tasks;
    CHECK(each["args"]["colour"] == "#fe0000");
    CHECK(each["cname"] == "terrible");
  }
  CHECK(tasks == 1);
}

}  // namespace writers_test
