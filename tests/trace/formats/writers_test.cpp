// Chrome JSON and Paje: of real runs, read again.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/graph_dot.hpp>
#include <jackdaw/trace/formats/paje.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>

#include "tests/support/text/comma_locale.hpp"
#include "tests/support/text/strict_xml.hpp"
#include "tests/trace/formats/written_runs.hpp"

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

/// The words of a line; what stands in quotation marks is one.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const bool quoted = line[at] == '"';
    const std::size_t from = at + (quoted ? 1 : 0);
    const std::size_t end = std::min(line.find(quoted ? '"' : ' ', from), line.size());
    words.push_back(line.substr(from, end - from));
    at = std::min(line.find_first_not_of(' ', end + (quoted ? 1 : 0)), line.size());
  }
  return words;
}

/// Each state is pushed before it is popped, each link begins before it ends, times do not fall, and every line has the
/// words that its event has.
void check_paje(const std::string& text, const history& run) {
  constexpr std::size_t words_after_kind[] = {3, 3, 5, 4, 5, 3, 4, 3, 6, 6};
  std::istringstream lines(text.substr(text.rfind("%EndEventDef") + 13));
  std::map<std::string, int> depth;
  std::map<std::string, std::vector<std::string>> open;  // links
  std::map<std::string, std::size_t> links;
  std::size_t pushed = 0;
  double before = 0;
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    const std::vector<std::string> words = words_of(line);
    const int kind = std::stoi(words.at(0));
    CHECK(kind < 10);
    CHECK(words.size() == 1 + words_after_kind[kind]);
    if (kind < 4) continue;
    const double time = std::stod(words.at(1));
    CHECK(time >= before);
    before = time;
    if (kind == 6) ++depth[words.at(3)], ++pushed;
    if (kind == 7) {
      --depth[words.at(3)];
      CHECK(depth[words.at(3)] >= 0);
    }
    if (kind == 8) CHECK(open.try_emplace(words.at(6), words).second);
    if (kind == 9) {
      REQUIRE(open.contains(words.at(6)));
      CHECK(open[words.at(6)].at(2) == words.at(2));  // type
      CHECK(open[words.at(6)].at(5) == words.at(5));  // value
      open.erase(words.at(6));
      ++links[words.at(2)];
    }
  }
  for (const auto& [container, left] : depth) CHECK(left == 0);
  CHECK(open.empty());
  CHECK(links["steal"] == run.thefts.size());
  CHECK(links["dependence"] == static_cast<std::size_t>(std::count_if(
                                   run.dependences.begin(), run.dependences.end(), [&](const auto& each) {
                                     return run.tasks[each.from].ran() && run.tasks[each.to].ran();
                                   })));
  CHECK(pushed >=
        static_cast<std::size_t>(std::count_if(run.tasks.begin(), run.tasks.end(),
                                               [](const auto& t) { return t.ran() && t.length() > 0; })));
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

namespace {

/// A run whose kinds and handles have this name.
history named_run(const std::string& name) {
  history run;
  run.workers = 2;
  run.end = 1'234'567'890;
  run.kinds = {{name, name}, {name + "2", ""}};
  run.handle_names = {name};
  for (std::uint32_t i = 0; i < 3; ++i) {
    history::task task;
    task.number = i + 1'000'000;
    task.kind = i % 2;
    task.worker = i % 2;
    task.creator = 0;
    task.parent = i == 0 ? history::none : 0;
    task.created = 100;
    task.started = 1000 + std::uint64_t{400'000'000} * i;
    task.finished = task.started + 333'333'333;
    run.tasks.push_back(task);
  }
  run.versions = {{0, 0, history::none, false, {0}}, {0, 1, 0, true, {1, 2}}};
  run.dependences = {{0, 1, 1}, {1, 2, 1}};
  run.thefts = {{1, 0, 1'000, 5'000}};
  run.waits = {{0, 2'000, 1'000'000}};
  run.parked = {{1, 0, 1'000}};
  run.idle = {{1, 0, 1'000}};
  return run;
}

const trace::graph red_path{.work = 10, .span = 10, .critical_path = {{1'000'000, 5}, {1'000'001, 5, 0}}};

std::string svg_of(const history& run) {
  return text_of([](auto& out, const auto& h) { trace::write_schedule(out, h); }, run) +
         text_of(
             [](auto& out, const auto& h) {
               trace::write_schedule(out, h, {.shape = trace::task_shape::triangles});
             },
             run);
}

std::string dot_of(const history& run) {
  return text_of([](auto& out, const auto& h) { trace::write_dot(out, h, red_path); }, run);
}

/// Statements and strings of DOT are whole, and what a reader would make of a label; all labels, one after the other.
std::vector<std::string> labels_in(const std::string& dot) {
  std::vector<std::string> found;
  const std::string mark = "label=\"";
  bool quoted = false;
  std::string line;
  for (std::size_t i = 0; i < dot.size(); ++i) {
    const char c = dot[i];
    CHECK(static_cast<unsigned char>(c) >= (quoted ? 0x20 : 0x0a));
    if (quoted && c == '\\') {
      ++i;
      REQUIRE(i < dot.size());
      line += dot[i] == '\\' || dot[i] == '"' ? std::string(1, dot[i]) : std::string("\\") + dot[i];
      continue;
    }
    if (c != '"') {
      line += c;
      continue;
    }
    if (quoted && line.starts_with(mark)) found.push_back(line.substr(mark.size()));
    quoted = !quoted;
    const bool labels = quoted && line.ends_with("label=");
    line = labels ? mark : "";
  }
  CHECK_FALSE(quoted);
  return found;
}

const std::vector<std::string> foreign_names{"M\xfcller",
                                             "M\xc3\xbcller \xe2\x82\xac \xf0\x9f\x98\x80",
                                             "\xe2\x82",
                                             "\xed\xa0\x80 \xc0\xaf \xf8",
                                             "<a b=\"c\"> & &lt; ]]> --> '",
                                             "ends in \\",
                                             "\\n \\N \\\" \\\\\"",
                                             "\x1b[31m\x7f \xc2\x85 \xef\xbf\xbf",
                                             std::string("a\0b", 3),
                                             "two\nlines\r\n\tand more",
                                             "</script><script>",
                                             "\"};\n}"};

}  // namespace

TEST_CASE("whatever bytes names hold, each format is valid, and two names stay two") {
  for (const std::string& name : foreign_names) {
    CAPTURE(name);
    const history run = named_run(name);
    const json all = json::parse(text_of(&trace::write_chrome, run));  // strict: refuses what is no UTF-8
    CHECK(all["traceEvents"].size() > 10);
    CHECK(strict_xml::fault("<both>" + svg_of(run) + "</both>") == "");
    const std::vector<std::string> labels = labels_in(dot_of(run));
    REQUIRE(labels.size() == 6);  // three tasks, three versions
    std::string escaped = base::visible(name);
    for (std::size_t at = 0; (at = escaped.find('&', at)) != std::string::npos; ++at)
      escaped.insert(at + 1, "amp;");
    CHECK(labels[0] == escaped + "  333 ms");
    CHECK(labels[3] == escaped + "\\nversion 0");
    const std::string paje = text_of(&trace::write_paje, run);
    check_paje(paje, run);
    CHECK(base::visible(paje) == [&] {
      std::string lines = paje;
      for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos;)
        lines.replace(at, 1, "\\x0a");
      return lines;
    }());
  }
  CHECK(text_of(&trace::write_chrome, named_run("\xe9")) != text_of(&trace::write_chrome, named_run("\xe8")));
  CHECK(trace::in_json("\xe9\x01\"") == "\"\\\\xe9\\u0001\\\"\"");
}

TEST_CASE("whatever the locale and the state of the stream are, all formats are the same") {
  const history run = named_run("a");
  const auto all = [&](std::ostream& out) {
    trace::write_chrome(out, run);
    trace::write_paje(out, run);
    trace::write_schedule(out, run);
    trace::write_dot(out, run, red_path);
  };
  std::ostringstream usual;
  all(usual);
  const comma_locale other;
  std::ostringstream out;
  all(out);
  CHECK(out.str() == usual.str());
  std::ostringstream strange;
  strange << std::hex << std::showbase << std::setfill('_') << std::setw(9);
  all(strange);
  CHECK(strange.str() == usual.str());
  CHECK((strange.flags() & std::ios_base::hex) != 0);  // as it was
  if (!comma_locale::is_of_c()) MESSAGE("there is no locale of C with a comma");
}
