// All formats, whatever bytes the names of a run hold, and whatever the locale and the state of the stream are.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/graph_dot.hpp>
#include <jackdaw/trace/formats/paje.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/text/text.hpp>

#include "tests/support/text/comma_locale.hpp"
#include "tests/support/text/strict_xml.hpp"
#include "tests/trace/formats/paje_check.hpp"
#include "tests/trace/formats/written_runs.hpp"

namespace any_names_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using nlohmann::json;
using trace::history;

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
                                             "\"};\n}",
                                             "fib\xe2\x80\xae(n)\xe2\x80\xac \xe2\x81\xa6\xe2\x81\xa9",
                                             "\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f \xd8\x9b"};

/// Whether a text has a character that turns the direction of writing, as it is.
bool turns(const std::string& text) {
  bool found = false;
  base::for_each_character(
      text, [&found](std::string_view character) { found |= base::turns_direction(character); },
      [](std::string_view) {});
  return found;
}

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

TEST_CASE("characters that turn the direction of writing are shown escaped in each format") {
  for (const std::string turning :
       {"\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac",
        "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9"}) {
    CAPTURE(turning);
    REQUIRE(turns(turning));
    std::string escaped;
    base::append_bytes(escaped, turning);
    const history run = named_run("a" + turning + "b");
    for (const std::string& text :
         {svg_of(run), dot_of(run), text_of(&trace::write_paje, run), text_of(&trace::write_chrome, run),
          trace::in_quotes("a" + turning + "b")}) {
      CHECK_FALSE(turns(text));
      CHECK(text.find(escaped.substr(1, 3)) != std::string::npos);  // behind one backslash or two
    }
    const json all = json::parse(text_of(&trace::write_chrome, run));
    CHECK(std::any_of(all["traceEvents"].begin(), all["traceEvents"].end(),
                      [&](const json& each) { return each.value("name", "") == "a" + escaped + "b"; }));
  }
  for (const std::string harmless :
       {"\xd8\x9b", "\xe2\x80\x8d", "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x81\xaa"})
    CHECK_FALSE(turns(harmless));  // their neighbours
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

}  // namespace any_names_test
