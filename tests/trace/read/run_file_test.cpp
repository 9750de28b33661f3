// Recorded runs in files: written, read again, the same; broken ones are refused with their line.
#include <iomanip>  // whose std::quoted is not the one that files are written with
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>
#include <jackdaw/trace/read/run_file.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/support/text/comma_locale.hpp"
#include "tests/trace/programs.hpp"

using namespace jackdaw;
using namespace jackdaw::tests;

namespace {

using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder>;

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

/// A recording of these events of worker 0, and of worker 1.
std::string events(const std::vector<std::string>& first, const std::vector<std::string>& second = {},
                   const std::string& lost = "0") {
  std::string text =
      "jackdaw recording 1\nrun \"\"\npool \"\"\nlost " + lost + "\nkinds 1\nkind \"A\" \"\"\nworkers 2\n";
  for (const auto* of : {&first, &second}) {
    text += "worker " + std::to_string(of == &first ? 0 : 1) + ' ' + std::to_string(of->size()) + '\n';
    for (const std::string& each : *of) text += each + '\n';
  }
  return text + "end\n";
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

TEST_CASE("a line without end is refused before it takes all memory") {
  struct endless : std::streambuf {
    int_type underflow() override {
      ++looks;
      setg(bytes.data(), bytes.data(), bytes.data() + bytes.size());
      return traits_type::to_int_type(bytes[0]);
    }
    std::string bytes = std::string(1U << 16U, 'x');
    std::size_t looks = 0;
  } source;
  std::istream in(&source);
  std::string line;
  try {
    (void)trace::read_run(in, "run.jd");
  } catch (const trace::bad_run_file& error) { line = error.what(); }
  CHECK(line == "run.jd:1: '" + std::string(60, 'x') + "...'; expected lines of up to 67108864 bytes");
  CHECK(source.looks <= (1U << 10U) + 1);
  const std::string title(10'000, 'a');  // longer than what is read at a time
  CHECK(read(changed("run \"a\"", "run \"" + title + '"')).title == title);
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
  CHECK(refusal(small + "more\n") == "run.jd:13: 'more'; expected the end of the file");
  CHECK(has(refusal(changed("workers 1", "workers 4097")), "expected \"workers\" and a number"));
}

TEST_CASE("times of a worker ascend") {
  CHECK(refusal(events({"5 created 1 0", "5 started 1 0", "4 finished 1 0"})) ==
        "run.jd:11: '4 finished 1 0'; expected a time from 5 on, that of the event before");
  CHECK(refusal(events({"9 busy 0 0"}, {"5 busy 0 0"})).empty());
  CHECK(has(refusal(events({"9 parked 0 0", "8 woken 0 0"})), "run.jd:10: "));
  CHECK(has(refusal(events({"9 busy 0 0", "72057594037927936 idle 0 0"})), "expected nanoseconds"));
}

TEST_CASE("a task is created, held, started and finished once") {
  const auto twice = [](const char* word) {
    return "expected a task that was not " + std::string(word) + " before: 1 was";
  };
  CHECK(has(refusal(events({"0 created 1 0", "1 created 1 0"})), twice("created")));
  CHECK(has(refusal(events({"0 created 1 0"}, {"1 created 1 0"})),
            "run.jd:11: '1 created 1 0'; " + twice("created")));
  CHECK(has(refusal(events({"0 held 1 0", "1 held 1 0"})), twice("held")));
  CHECK(has(refusal(events({"0 created 1 0", "1 started 1 0", "2 started 1 0"})), twice("started")));
  CHECK(has(refusal(events({"0 created 1 0", "1 started 1 0", "2 finished 1 0"}, {"1 started 1 0"})),
            twice("started")));
  CHECK(has(refusal(events({"0 finished 1 0", "1 finished 1 0"}, {}, "7")), twice("finished")));
  CHECK(refusal(events({"0 held 1 0", "1 created 1 0", "2 started 1 0", "3 finished 1 0"})).empty());
  // While it runs, which was endless once.
  CHECK(has(refusal(events({"0 created 1 4294967295", "1 started 1 0", "2 created 1 1", "3 finished 1 0"})),
            "run.jd:11: "));
}

TEST_CASE("tasks have numbers, and nest") {
  for (const char* wrong :
       {"0 created 0 0", "0 started 0 0", "0 finished 0 0", "0 held 4294967295 0", "0 joined 0 0"})
    CHECK(has(refusal(events({wrong})), "expected the number of a task, from 1 to 4294967294"));
  CHECK(refusal(events({"0 finished 1 0"})) == "run.jd:9: '0 finished 1 0'; expected a task that runs here");
  CHECK(refusal(events({"0 finished 1 0"}, {}, "1")).empty());  // its begin was lost
  const std::vector<std::string> crossed{"0 created 1 0", "0 created 2 0",  "1 started 1 0",
                                         "2 started 2 0", "3 finished 1 0", "4 finished 2 0"};
  CHECK(has(refusal(events(crossed)), "run.jd:13: '3 finished 1 0'; expected task 2, which runs here"));
  CHECK(has(refusal(events(crossed, {}, "1")), "expected task 2, which runs here"));
}

TEST_CASE("a task that creates another one runs, and was not created by it") {
  CHECK(has(refusal(events({"0 created 1 0", "1 created 2 1", "2 started 1 0", "3 finished 1 0"})),
            "run.jd:10: '1 created 2 1'; expected as its creator 0, which runs here"));
  CHECK(refusal(events({"0 created 2 7"}, {}, "1")).empty());
  CHECK(refusal(events({"0 created 1 4294967295", "1 started 1 0", "2 finished 1 0"})).empty());
  CHECK(has(refusal(events({"1 started 1 0", "2 created 1 1", "3 finished 1 0"})),
            "run.jd:10: '2 created 1 1'; expected a creator that task 1 has not created itself"));
  const auto each_other = [](const char* lost) {
    return refusal(events({"0 started 1 0", "1 created 2 1", "2 finished 1 0"},
                          {"0 started 2 0", "1 held 1 2", "2 created 1 2", "3 finished 2 0"}, lost));
  };
  CHECK(has(each_other("0"), "expected a creator that task "));
  CHECK(has(each_other("1"), "expected a creator that task "));
}

TEST_CASE("what events name is in the recording") {
  CHECK(refusal(events({"0 created 1 0", "1 joined 2 0"})) ==
        "run.jd:10: '1 joined 2 0'; expected a task of the recording instead of 2");
  CHECK(has(refusal(events({"0 created 1 0", "1 resumed 1 2"})),
            "run.jd:10: '1 resumed 1 2'; expected a task of"));
  CHECK(has(refusal(events({"0 created 1 0", "1 resumed 1 1"})), "expected two numbers of the task"));
  CHECK(has(refusal(events({"0 held 1 0", "1 arrived 1 3"})), "instead of 3"));
  CHECK(refusal(events({"0 created 1 0", "1 joined 2 0"}, {}, "1")).empty());
  CHECK(refusal(events({"1 joined 2 0"}, {"0 created 2 0"})).empty());
  CHECK(refusal(events({"0 stole 2 1"})) == "run.jd:9: '0 stole 2 1'; expected a victim below 2");
}

TEST_CASE("a sleep that was written down late comes to its place, and no time goes back") {
  using trace::what;
  std::vector<trace::event> some{
      {10, what::idle, 0, 0}, {50, what::created, 1, 0}, {20, what::parked, 0, 0},  {30, what::woken, 0, 0},
      {60, what::busy, 0, 0}, {59, what::started, 1, 0}, {70, what::finished, 1, 0}};
  trace::put_in_order(some);
  std::string text;
  for (const trace::event& each : some) text += trace::event_text(each) + '\n';
  CHECK(text ==
        "10 idle 0 0\n20 parked 0 0\n30 woken 0 0\n50 created 1 0\n60 busy 0 0\n60 started 1 0\n70 finished "
        "1 0\n");
}

TEST_CASE("recordings of flows are read again") {
  recorded scheduler(3);
  {
    basic_flow tasks(scheduler);
    handle<int> x(0);
    handle<int> y(0);
    for (int i = 0; i < 50; ++i) {
      tasks.submit(write(x), [](int& value) { ++value; });
      tasks.submit(read(x), add(y), [](const int&, int& to) { ++to; });
    }
    tasks.wait();
    scheduler.await_rest();
  }
  const trace::recorded_run run{"", "", scheduler.observer().take()};
  CHECK(refusal(written(run)).empty());
}

TEST_CASE("names and titles may hold any bytes, and are read again as they were") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::vector<std::string> names{all,
                                       "M\xc3\xbcller",         // UTF-8
                                       "M\xfcller",             // Latin-1
                                       "\xe2\x82",              // cut off
                                       "\xc0\xaf\xed\xa0\x80",  // longer than needed, half of a pair
                                       "\\xfc \\u0007 \"\\\"",  // what looks escaped
                                       "a\nworker 0 7\n",
                                       ""};
  trace::recorded_run run = read(small);
  for (const std::string& each : names) {
    run.title = run.pool = run.seen.kinds[0].name = run.seen.kinds[0].colour = each;
    run.seen.handle_names = {each};
    run.costs = {{each}};
    const std::string text = written(run);
    std::string no_utf8;
    base::for_each_character(text, [](auto) {}, [&](auto byte) { no_utf8 += byte; });
    CHECK(no_utf8.empty());
    const trace::recorded_run again = read(text);
    CHECK(again.title == each);
    CHECK(again.pool == each);
    CHECK(again.seen.kinds[0].name == each);
    CHECK(again.seen.kinds[0].colour == each);
    CHECK(again.seen.handle_names == std::vector<std::string>{each});
    CHECK(again.costs.at(0).pool == each);
  }
  CHECK(read(changed("\"A\"", "\"M\xfcller\"")).seen.kinds[0].name == "M\xfcller");  // as it was written once
  for (const char* wrong : {"\\x", "\\x4", "\\xg0", "\\x-1", "\\u00", "\\u0041", "\\"})
    CHECK(has(refusal(changed("\"A\"", '"' + std::string(wrong) + '"')), "run.jd:6: "));
}

TEST_CASE("a message shows foreign bytes escaped, and not too many") {
  CHECK(refusal(changed("lost 0", "lost \x1b[31m\xff")) ==
        "run.jd:4: 'lost \\x1b[31m\\xff'; expected \"lost\" and a number");
  CHECK(refusal(std::string(1'000'000, 'a')).size() < 200);
}

TEST_CASE("whatever the locale is, a recording is the same, and can be read") {
  trace::recorded_run run = read(small);
  run.event = 1234.5;
  run.plain = 1'234'567;
  run.memory = {16'777'216, 1.25, 1.5};
  run.costs = {{"a", {1.5, 2, 3, 4, 5, 6, 1e12, 8}}};
  run.seen.workers[0].back().time = 1'234'567'890;
  const std::string usual = written(run);
  const comma_locale other;
  CHECK(written(run) == usual);  // the stream has that locale from the beginning
  CHECK(written(read(usual)) == usual);
  std::ostringstream strange;
  strange << std::hex << std::showpos << std::setfill('_') << std::setw(9);
  trace::write_run(strange, run);
  CHECK(strange.str() == usual);
  if (!comma_locale::is_of_c()) MESSAGE("there is no locale of C with a comma");
}
