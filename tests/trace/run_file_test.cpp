// Recorded runs in files: written, read again, the same; broken ones are refused with their line.
#include <iomanip>  // whose std::quoted is not the one that files are written with
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include <jackdaw/memory/korch_rauber.hpp>
#include <jackdaw/pool/catalogue.hpp>
#include <jackdaw/trace/graph.hpp>
#include <jackdaw/trace/read_run_file.hpp>
#include <jackdaw/trace/recorder.hpp>
#include <jackdaw/trace/run_file.hpp>
#include <jackdaw/worker/scheduler.hpp>
#include <jackdaw/worker/spin_yield_park.hpp>

#include "tests/trace/programs.hpp"

using namespace jackdaw;
using namespace jackdaw::tests;

namespace {

using recorded = basic_scheduler<pool::flagship, working::spin_yield_park, memory::cgbkof, trace::recorder>;

std::string written(const trace::recorded_run& run) {
  std::ostringstream out;
  trace::write_run(out, run);
  return out.str();
}

trace::recorded_run read(const std::string& text) {
  std::istringstream in(text);
  return trace::read_run(in, "run.jd");
}

/// The line with which `text` is refused; empty when it is not.
std::string refusal(const std::string& text) {
  try {
    (void)read(text);
  } catch (const trace::bad_run_file& error) { return error.what(); }
  return {};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string small =
    "jackdaw recording 1\nrun \"a\"\npool \"dq8\"\nlost 0\nkinds 1\nkind \"A\" \"\"\nworkers 1\n"
    "worker 0 3\n0 created 1 0\n10 started 1 0\n20 finished 1 0\nend\n";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = small;
  text.replace(text.find(from), from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("the time without the recorder may be there") {
  CHECK(read(small).plain == 0);
  const trace::recorded_run run = read(changed("lost 0", "plain 1234567\nlost 0"));
  CHECK(run.plain == 1'234'567);
  CHECK(written(run) == changed("lost 0", "plain 1234567\nlost 0"));
  CHECK(has(refusal(changed("lost 0", "plain soon\nlost 0")),
            "run.jd:4: 'plain soon'; expected \"plain\" and a number"));
  CHECK(has(refusal(changed("lost 0", "plain 5\nlots 0")), "run.jd:5: 'lots 0'; expected \"lost\""));
}

TEST_CASE("the time beside others that do the same may be there") {
  CHECK(read(small).crowded == 0);
  const std::string both = changed("lost 0", "plain 1000\ncrowded 1250 16\nlost 0");
  const trace::recorded_run run = read(both);
  CHECK(run.plain == 1000);
  CHECK(run.crowded == 1250);
  CHECK(run.crowd == 16);
  CHECK(written(run) == both);
  CHECK(read(changed("lost 0", "crowded 7 2\nlost 0")).crowded == 7);
  CHECK(has(refusal(changed("lost 0", "crowded 7\nlost 0")),
            "run.jd:4: 'crowded 7'; expected a number of processors"));
  CHECK(has(refusal(changed("lost 0", "crowded x 2\nlost 0")), "expected nanoseconds"));
  CHECK(has(refusal(changed("lost 0", "crowded 7 2 9\nlost 0")), "run.jd:4: 'crowded 7 2 9'"));
}

TEST_CASE("the memory that it used, and what that costs several processors, may be there") {
  CHECK(read(small).memory.bytes == 0);
  CHECK(read(small).memory.apart == 1);
  const std::string known = changed("lost 0", "memory 16777216 1.240 1.020\nlost 0");
  const trace::recorded_run run = read(known);
  CHECK(run.memory.bytes == 16'777'216);
  CHECK(run.memory.apart == 1.24);
  CHECK(run.memory.together == 1.02);
  CHECK(written(run) == known);
  CHECK(has(refusal(changed("lost 0", "memory 5 1.5\nlost 0")),
            "run.jd:4: 'memory 5 1.5'; expected how many times as long, from 0 to 1e6"));
  CHECK(has(refusal(changed("lost 0", "memory 5 1 -1\nlost 0")), "expected how many times as long"));
  CHECK(has(refusal(changed("lost 0", "memory much 1 1\nlost 0")), "expected bytes"));
  CHECK(has(refusal(changed("lost 0", "memory 5 1 1 1\nlost 0")), "run.jd:4: 'memory 5 1 1 1'"));
}

TEST_CASE("what scheduling took where it was recorded may be there") {
  CHECK(read(small).costs.empty());
  const std::string some =
      changed("lost 0",
              "plain 1000\nevent 21.500\ncosts \"dq8\" 5.250 7.000 4.000 50.000 100.000 "
              "10000.000 9000.000 500.125\ncosts \"a \\\"b\\\"\" 0.000 0.000 0.000 0.000 "
              "0.000 0.000 0.000 0.000\nlost 0");
  const trace::recorded_run run = read(some);
  CHECK(run.event == 21.5);
  REQUIRE(run.costs.size() == 2);
  CHECK(run.costs[0].pool == "dq8");
  CHECK(run.costs[0].nanoseconds.front() == 5.25);
  CHECK(run.costs[0].nanoseconds.back() == 500.125);
  CHECK(written(run) == some);
  CHECK(
      has(refusal(changed("lost 0", "event soon\nlost 0")), "run.jd:4: 'event soon'; expected nanoseconds"));
  CHECK(has(refusal(changed("lost 0", "event -1\nlost 0")), "expected nanoseconds, from 0"));
  CHECK(has(refusal(changed("lost 0", "event nan\nlost 0")), "expected nanoseconds, from 0"));
  CHECK(has(refusal(changed("lost 0", "costs \"a\" 1 2 3 4 5 6 7\nlost 0")), "expected nanoseconds"));
  CHECK(has(refusal(changed("lost 0", "costs \"a\" 1 2 3 4 5 6 7 8 9\nlost 0")), "expected the end"));
  CHECK(has(refusal(changed("lost 0", "costs a 1 2 3 4 5 6 7 8\nlost 0")), "in quotation marks"));
}

TEST_CASE("what is written is read again, and is the same graph") {
  recorded scheduler(3);
  const auto check = [&] {
    const trace::recorded_run run{"a \"run\"\n\\ of ours", "jackdaw", scheduler.observer().take()};
    REQUIRE(run.seen.complete());
    const trace::recorded_run again = read(written(run));
    CHECK(again.title == run.title);
    CHECK(again.pool == run.pool);
    CHECK(written(again) == written(run));
    const trace::graph first = trace::graph_reader::read(run.seen);
    const trace::graph second = trace::graph_reader::read(again.seen);
    CHECK(second.work == first.work);
    CHECK(second.span == first.span);
    CHECK(second.order == first.order);
  };
  scheduler.run_each(synthetic_task::initial(9));
  check();
  scheduler.run([](recorded::worker_type& w) { knary_joined(w, knary{4, 3, 1}); });
  check();
  scheduler.run(knary_root{knary{3, 3, 1}});
  check();
  check();  // nothing at all
}

TEST_CASE("a small file, by hand") {
  const trace::recorded_run run = read(small);
  REQUIRE(run.seen.workers.size() == 1);
  REQUIRE(run.seen.workers[0].size() == 3);
  CHECK(run.seen.kinds.at(0).name == "A");
  CHECK(run.seen.workers[0][2].time == 20);
  CHECK(run.seen.workers[0][2].happened() == trace::what::finished);
  CHECK(written(run) == small);
}

TEST_CASE("names of handles may be there") {
  const auto with = [](const std::string& head, const std::string& number) {
    return changed("workers 1\nworker 0 3\n", head + "workers 1\nworker 0 4\n0 named 7 " + number + "\n");
  };
  CHECK(read(small).seen.handle_names.empty());
  const trace::recorded_run run = read(with("handles 2\nhandle \"x \\\"1\\\"\"\nhandle \"y\"\n", "1"));
  CHECK(run.seen.handle_names == std::vector<std::string>{"x \"1\"", "y"});
  CHECK(run.seen.workers[0][0].happened() == trace::what::named);
  CHECK(written(run) == with("handles 2\nhandle \"x \\\"1\\\"\"\nhandle \"y\"\n", "1"));
  CHECK(refusal(with("handles 1\nhandle \"x\"\n", "1")) ==
        "run.jd:11: '0 named 7 1'; expected a name of a handle below 1");
  CHECK(has(refusal(with("", "0")), "run.jd:9: '0 named 7 0'; expected a name of a handle below 0"));
  CHECK(has(refusal(with("handles 2\nhandle \"x\"\n", "0")), "run.jd:9: 'workers 1'; expected \"handle\""));
  CHECK(has(refusal(with("handles x\n", "0")), "run.jd:7: 'handles x'; expected \"handles\" and a number"));
}

TEST_CASE("broken files are refused: which line, what was expected") {
  CHECK(refusal("").starts_with("run.jd:1: the file ends here; expected a recorded run"));
  CHECK(refusal("{}\n") == "run.jd:1: '{}'; expected \"jackdaw recording 1\"");
  CHECK(has(refusal(changed("recording 1", "recording 7")), "run.jd:1: "));
  CHECK(has(refusal(changed("recording 1", "recording 7")), "expected version 1"));
  CHECK(has(refusal(changed("\"dq8\"", "dq8")), "run.jd:3: 'pool dq8'; expected a text in quotation marks"));
  CHECK(has(refusal(changed("\"dq8\"", "\"dq8")), "expected a closing quotation mark"));
  CHECK(has(refusal(changed("\"dq8\"", "\"d\\q8\"")), "behind a backslash"));
  CHECK(has(refusal(changed("lost 0", "lost some")), "run.jd:4: "));
  CHECK(has(refusal(changed("kind \"A\"", "sort \"A\"")), "run.jd:6: "));
  CHECK(has(refusal(changed("worker 0", "worker 1")), "run.jd:8: "));
  CHECK(has(refusal(changed("10 started", "10 begun")), "run.jd:10: '10 begun 1 0'; expected an event"));
  CHECK(has(refusal(changed("started 1 0", "started 1 4")), "expected a kind of tasks below 1"));
  CHECK(has(refusal(changed("20 finished", "-20 finished")), "run.jd:11: "));
  CHECK(has(refusal(changed("20 finished 1 0", "20 finished 1 0 7")), "expected the end of the line"));
  CHECK(refusal(small.substr(0, small.find("20 finished"))) ==
        "run.jd:11: the file ends here; expected 1 more events of worker 0");
  CHECK(has(refusal(changed("end\n", "")), "run.jd:12: the file ends here; expected \"end\""));
}
