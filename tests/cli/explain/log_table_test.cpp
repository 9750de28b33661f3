// The page of a run has a table of what its tasks have said, and none where they say nothing.
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recording.hpp>

#include "cli/explain/page/report_page.hpp"
#include "tests/trace/read/run_files.hpp"

namespace log_table_test {

using namespace jackdaw;
using tests::has;

namespace {

std::string page_of(const trace::recording& seen) {
  std::ostringstream out;
  const auto run = trace::read_history(seen);
  const auto order = trace::graph_reader::read(seen);
  cli::write_page(out, {"a run", seen, run, order});
  return out.str();
}

}  // namespace

TEST_CASE("the page has a row for each text and kind of tasks") {
  const std::string head = "<th>text</th><th>kind of tasks</th><th>events</th>";
  CHECK(!has(page_of(tests::read(tests::small).seen), head));
  std::string text = tests::events({"0 created 1 0", "0 created 2 0", "0 started 1 0", "1000 span_begun 0 0",
                                    "2000 logged 1 0", "2000 counted 2 7", "3000 span_over 0 0",
                                    "3000 span_begun 0 0", "7000 span_over 0 0", "9000 finished 1 0",
                                    "9000 started 2 0", "9000 counted 2 4294967286", "9500 finished 2 0"});
  text.replace(text.find("workers 2"), 0, "logs 3\nlog \"<odd>\"\nlog \"now\"\nlog \"n\"\n");
  const std::string page = page_of(tests::read(text).seen);
  CHECK(has(page, head));
  CHECK(has(
      page,
      "<tr><td>&lt;odd&gt;</td><td>A</td><td></td><td>2</td><td>6.00 µs</td><td>3.00 µs</td><td></td></tr>"));
  CHECK(has(page, "<tr><td>now</td><td>A</td><td>1</td><td></td><td></td><td></td><td></td></tr>"));
  CHECK(has(page, "<tr><td>n</td><td>A</td><td></td><td></td><td></td><td></td><td>-3</td></tr>"));
}

}  // namespace log_table_test
