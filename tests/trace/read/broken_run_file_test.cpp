// Broken files of recorded runs are refused: which line, and what was expected.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/trace/read/read_run_file.hpp>
#include <jackdaw/trace/read/run_file.hpp>

#include "tests/trace/read/run_files.hpp"

namespace broken_run_file_test {

using namespace jackdaw;
using namespace jackdaw::tests;

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
        "run.jd:11: the file ends here; expected 1 more event of worker 0");
  CHECK(has(refusal(changed("end\n", "")), "run.jd:12: the file ends here; expected \"end\""));
  CHECK(refusal(small + "more\n") == "run.jd:13: 'more'; expected the end of the file");
  CHECK(has(refusal(changed("worker 0 3", "worker 0 5")), "expected 2 more events of worker 0"));
}

TEST_CASE("numbers that are too large, or no whole ones: the limit is said, and what they may not have") {
  CHECK(
      has(refusal(changed("workers 1", "workers 4097")), "expected \"workers\" and a number, at most 4096"));
  CHECK(has(refusal(changed("kinds 1", "kinds 1000000000000")), "and a number, at most 4294967295"));
  for (const char* time : {"72057594037927936", "9223372036854775807", "99999999999999999999"})
    CHECK(has(refusal(changed("20 finished", std::string(time) + " finished")),
              "run.jd:11: '" + std::string(time) +
                  " finished 1 0'; expected nanoseconds, at most 72057594037927935"));
  for (const char* time : {"20.5", "4.6e18"})
    CHECK(has(refusal(changed("20 finished", std::string(time) + " finished")),
              "expected nanoseconds without a fraction or an exponent"));
  CHECK(refusal(changed("20 finished", "x finished")) == "run.jd:11: 'x finished 1 0'; expected nanoseconds");
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

TEST_CASE("a task that was started finishes, unless events were lost") {
  const std::vector<std::string> endless{"0 created 1 0", "1 started 1 0", "2 created 2 1"};
  const std::string problem =
      "run.jd:10: '1 started 1 0'; expected that task 1 finishes, too, on this worker";
  CHECK(refusal(events(endless)) == problem);
  CHECK(refusal(events(endless, {"3 started 2 0", "4 finished 2 0"})) == problem);
  CHECK(has(refusal(events(endless, {"4 finished 1 0"})),
            "run.jd:13: '4 finished 1 0'; expected a task that runs"));
  CHECK(refusal(events(endless, {}, "1")).empty());
  CHECK(refusal(events({"0 created 1 0", "1 started 1 0", "2 created 2 1", "3 finished 1 0"}))
            .empty());  // 2 was given up
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
  CHECK(refusal(events({"1 joined 2 0"}, {"0 created 2 0", "0 started 2 0", "1 finished 2 0"})).empty());
  CHECK(refusal(events({"0 stole 2 1"})) == "run.jd:9: '0 stole 2 1'; expected a victim below 2");
}

TEST_CASE("a task that others wait for, or that does something for them, is created, not only started") {
  const auto started = [](const char* inside, const char* lost = "0") {
    return refusal(events(
        {"0 created 1 0", "1 started 1 0", "2 started 2 0", inside, "3 finished 2 0", "4 finished 1 0"}, {},
        lost));
  };
  const std::string problem = "run.jd:11: '2 started 2 0'; expected that task 2 is created, too";
  for (const char* const inside : {"2 created 3 2", "2 held 3 2", "2 arrived 1 2", "2 group_left 1 2",
                                   "2 group_joined 1 2", "2 acquired 1 0", "2 released 1 0"}) {
    CAPTURE(inside);
    CHECK(started(inside) == problem);
    CHECK(started(inside, "1").empty());
  }
  CHECK(started("3 preempted 1 0").empty());  // as a mark of isolate
  CHECK(refusal(events({"0 created 1 0", "1 started 1 0", "2 started 2 0", "3 finished 2 1", "3 joined 2 1",
                        "4 finished 1 0"})) == problem);
  CHECK(refusal(
            events({"0 started 2 0", "1 finished 2 0"}, {"0 held 1 0", "1 arrived 1 2", "1 created 1 0"})) ==
        "run.jd:9: '0 started 2 0'; expected that task 2 is created, too");
}

TEST_CASE("a task that was joined, or has gone on, was started") {
  CHECK(refusal(events({"0 created 1 0", "1 joined 1 0"})) ==
        "run.jd:10: '1 joined 1 0'; expected that task 1 is started, too, since it is over here");
  CHECK(has(refusal(events({"0 created 1 0", "1 resumed 2 1", "1 created 2 0"})),
            "run.jd:10: '1 resumed 2 1'; expected that task 1 is started"));
  CHECK(refusal(events({"0 created 1 0", "1 joined 1 0"}, {}, "1")).empty());
}

TEST_CASE("a message shows foreign bytes escaped, and not too many") {
  CHECK(refusal(changed("lost 0", "lost \x1b[31m\xff")) ==
        "run.jd:4: 'lost \\x1b[31m\\xff'; expected \"lost\" and a number");
  CHECK(refusal(std::string(1'000'000, 'a')).size() < 200);
}

}  // namespace broken_run_file_test
