// Recorded runs in files: written, read again, the same.
#include <iomanip>  // whose std::quoted is not the one that files are written with
#include <sstream>
#include <string>
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
#include "tests/trace/read/run_files.hpp"

namespace run_file_test {

using namespace jackdaw;
using namespace jackdaw::tests;

namespace {

using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder>;

std::string written(const trace::recorded_run& run) {
  std::ostringstream out;
  trace::write_run(out, run);
  return out.str();
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
  CHECK(refusal(changed("lost 0", "plain 1\ncrowded 1000 2\nlost 0")).empty());
  for (const char* each : {"1001 2", "99999999999 2", "0 2"})
    CHECK(has(
        refusal(changed("lost 0", "plain 1\ncrowded " + std::string(each) + "\nlost 0")),
        "run.jd:5: 'crowded " + std::string(each) + "'; expected nanoseconds from 1 to 1000 times plain"));
  CHECK(has(refusal(changed("lost 0", "crowded 0 2\nlost 0")), "expected nanoseconds from 1"));
  for (const char* each : {"7 0", "7 1"})
    CHECK(has(refusal(changed("lost 0", "crowded " + std::string(each) + "\nlost 0")),
              "expected a number of processors from 2"));
  trace::recorded_run odd = read(small);
  odd.crowded = 7;
  odd.crowd = 1;
  CHECK(written(odd) == small);  // as what could not be read again
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
  CHECK(has(refusal(changed("lost 0", "costs \"a\" 1 2 3 4 5 6 7\nlost 0")),
            "expected nanoseconds, eight numbers from 0 to 1e12"));
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

TEST_CASE("lines end by a line feed, a carriage return, or both") {
  const auto with_ends = [](const std::string& end) {
    std::string text;
    for (const char c : small) text += c == '\n' ? end : std::string(1, c);
    return text;
  };
  for (const char* end : {"\n", "\r\n", "\r"}) {
    CHECK(read(with_ends(end)).seen.workers.at(0).size() == 3);
    CHECK(refusal(with_ends(end) + "more" + end) == "run.jd:13: 'more'; expected the end of the file");
  }
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
  const std::vector<std::string> names{
      all,
      "M\xc3\xbcller",         // UTF-8
      "M\xfcller",             // Latin-1
      "\xe2\x82",              // cut off
      "\xc0\xaf\xed\xa0\x80",  // longer than needed, half of a pair
      "\\xfc \\u0007 \"\\\"",  // what looks escaped
      "a\nworker 0 7\n",
      "a\xe2\x80\xae(b)\xe2\x80\xac\xd8\x9c",  // turns the direction of writing
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

}  // namespace run_file_test
