// What tasks say of themselves: recorded, written and read, in figures and pictures.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/fork_join/task_group.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/observe/both.hpp>
#include <jackdaw/observe/task_log.hpp>
#include <jackdaw/observe/watch/activity.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>
#include <jackdaw/trace/read/run_file.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/support/schedulers.hpp"
#include "tests/support/text/strict_xml.hpp"
#include "tests/trace/read/run_files.hpp"

namespace task_log_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using trace::history;
using trace::what;

namespace {

template <class Observer>
using seen_by = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, Observer>;
using recorded = seen_by<trace::recorder>;

std::string file_of(const trace::recording& seen) {
  std::ostringstream out;
  trace::write_run(out, {.title = "a run", .pool = "jackdaw", .seen = seen});
  return out.str();
}

/// The same after it was written and read, which must not change it.
trace::recording read_back(const trace::recording& seen) {
  const std::string text = file_of(seen);
  const trace::recording again = read(text).seen;
  CHECK(file_of(again) == text);
  return again;
}

/// Sums by text.
std::map<std::string, std::int64_t> sums(const history& run) {
  std::map<std::string, std::int64_t> found;
  for (const auto& each : run.log_counts) found[run.logs[each.text]] += each.amount;
  return found;
}

/// Entries with this text.
std::vector<history::log_entry> entries(const history& run, const std::string& text) {
  std::vector<history::log_entry> found;
  for (const auto& each : run.log_entries) {
    if (run.logs[each.text] == text) found.push_back(each);
  }
  return found;
}

/// Each is within its task, on its worker.
void check_places(const history& run) {
  for (const auto& each : run.log_entries) {
    REQUIRE(each.task < run.tasks.size());
    const history::task& task = run.tasks[each.task];
    CHECK(each.worker == task.worker);
    CHECK(task.started <= each.from);
    CHECK(each.from <= each.to);
    CHECK(each.to <= task.finished);
    CHECK(each.own_length() <= task.own_length());
  }
}

std::string with_logs(const std::vector<std::string>& first, const std::string& lost = "0") {
  std::string text = events(first, {}, lost);
  return text.replace(text.find("workers 2"), 0, "logs 2\nlog \"a\"\nlog \"b\"\n");
}

history history_of(const std::vector<std::string>& first, const std::string& lost = "0") {
  return trace::read_history(read(with_logs(first, lost)).seen);
}

}  // namespace

TEST_CASE("what a task says is recorded: points in time, stretches, counters") {
  recorded scheduler(1);
  scheduler.run([](auto& worker) {
    log_event("begin");
    {
      const log_span whole("whole");
      log_count("cells", 40);
      const log_span half("half");
      log_count("cells", 2);
    }
    worker.put([] { log_count("cells", 100); });
  });
  const trace::recording seen = read_back(scheduler.observer().take());
  CHECK(seen.logs == std::vector<std::string>{"begin", "whole", "cells", "half"});
  const history run = trace::read_history(seen);
  REQUIRE(run.log_entries.size() == 3);
  check_places(run);
  CHECK(!entries(run, "begin")[0].is_span);
  const auto whole = entries(run, "whole")[0];
  const auto half = entries(run, "half")[0];
  CHECK(whole.is_span);
  CHECK(whole.from <= half.from);
  CHECK(half.to <= whole.to);
  CHECK(whole.depth == 0);
  CHECK(half.depth == 1);
  REQUIRE(run.log_counts.size() == 2);  // a sum for each task
  CHECK(run.log_counts[0].amount + run.log_counts[1].amount == 142);

  const trace::profile figures = trace::profile_of(run);
  CHECK(figures.logs.size() == 5);  // "cells" by two kinds of tasks
  for (const auto& each : figures.logs) {
    CHECK(each.is_counter == (run.logs[each.text] == "cells"));
    CHECK(each.spans == (run.logs[each.text] == "whole" || run.logs[each.text] == "half" ? 1 : 0));
    CHECK(each.events == (run.logs[each.text] == "begin" ? 1 : 0));
  }
  CHECK(trace::graph_reader::read(seen).span > 0);

  scheduler.run([] {});  // what was taken is gone
  CHECK(scheduler.observer().take().logs.empty());
}

TEST_CASE("outside of recorded tasks nothing happens") {
  static_assert(!std::is_copy_constructible_v<log_span>);
  log_event("outside");
  log_count("outside", 1);
  const log_span around("outside");
  recorded scheduler(2);
  basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof> unseen(1);
  scheduler.run([&](auto&) {
    log_event("inside");
    std::thread([] { log_event("another thread"); }).join();
    unseen.run([] {
      log_event("a run inside");
      const log_span within("a run inside");
      log_count("a run inside", 1);
    });
    log_event("inside");
  });
  log_event("after");
  const trace::recording seen = scheduler.observer().take();
  CHECK(seen.logs == std::vector<std::string>{"inside"});
  CHECK(trace::read_history(read_back(seen)).log_entries.size() == 2);
}

TEST_CASE("amounts of all sizes come back, and sums wrap around") {
  using limits = std::numeric_limits<std::int64_t>;
  const std::int64_t of_32 = std::int64_t{1} << 32U;
  for (const std::int64_t amount :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, of_32 / 2 - 1, of_32 / 2, -of_32 / 2,
        -of_32 / 2 - 1, of_32 - 1, of_32, 7 * of_32 + 5, -7 * of_32 - 5, limits::max(), limits::min()}) {
    recorded scheduler(1);
    scheduler.run([amount] { log_count("n", amount); });
    const trace::recording seen = read_back(scheduler.observer().take());
    const auto number = std::ranges::count_if(
        seen.workers[0], [](const trace::event& e) { return trace::is_log(e.happened()); });
    CHECK(number <= (amount >= -of_32 / 2 && amount < of_32 / 2 ? 1 : 2));
    CHECK(sums(trace::read_history(seen)) == std::map<std::string, std::int64_t>{{"n", amount}});
  }
  recorded scheduler(1);
  scheduler.run([] {
    log_count("n", limits::max());
    log_count("n", 3);
    log_count("n", -1);
  });
  CHECK(sums(trace::read_history(scheduler.observer().take()))["n"] == limits::min() + 1);
}

TEST_CASE("a span goes on while its task waits, and tasks that run meanwhile have their own") {
  for (const unsigned workers : {1U, 3U}) {
    recorded scheduler(workers);
    scheduler.run([](auto& worker) {
      const log_span around("around");
      basic_task_group group(worker);
      for (int i = 0; i < 20; ++i) {
        group.spawn(worker, [](auto& w) {
          const log_span within("within");
          join(w, [] { const log_span a("branch"); }, [] { const log_span b("branch"); });
        });
      }
      group.wait();
      log_event("after");
    });
    const history run = trace::read_history(read_back(scheduler.observer().take()));
    check_places(run);
    REQUIRE(entries(run, "around").size() == 1);
    CHECK(entries(run, "within").size() == 20);
    CHECK(entries(run, "branch").size() == 40);
    const auto around = entries(run, "around")[0];
    CHECK(around.to >= entries(run, "after")[0].from);  // it did not end when others did
    for (const auto& each : entries(run, "within")) CHECK(each.task != around.task);
    if (workers == 1) {
      std::uint64_t within = 0;
      for (const auto& each : run.log_entries)
        within += each.depth == 0 && each.is_span ? each.own_length() : 0;
      CHECK(within <= around.to - around.from);  // no time counts twice
    }
  }
}

TEST_CASE("spans that do not end like a stack leave a recording that can be read") {
  recorded scheduler(1);
  std::optional<log_span> outlives;
  scheduler.run([&](auto& worker) {
    std::optional<log_span> outer(std::in_place, "outer");
    std::optional<log_span> inner(std::in_place, "inner");
    outer.reset();
    log_event("between");
    inner.reset();  // it has ended
    outlives.emplace("outlives");
    worker.put([&] {
      const log_span next("next");
      outlives.reset();
    });
  });
  const history run = trace::read_history(read_back(scheduler.observer().take()));
  check_places(run);
  CHECK(entries(run, "inner")[0].to == entries(run, "outer")[0].to);
  CHECK(entries(run, "inner")[0].to <= entries(run, "between")[0].from);
  const auto left = entries(run, "outlives")[0];
  CHECK(left.to == run.tasks[left.task].finished);
  CHECK(entries(run, "next").size() == 1);
}

TEST_CASE("all workers and all faces say it at the same time") {
  recorded scheduler(4);
  for (int round = 0; round < 3; ++round) {
    std::atomic<std::int64_t> sum{0};
    {
      basic_flow tasks(scheduler);
      handle<int> x(0);
      for (int i = 1; i <= 300; ++i) {
        tasks.submit(named(i % 2 == 0 ? "even" : "odd"), read(x), [&sum, i](const int&) {
          const log_span here("a task");
          log_event(i % 3 == 0 ? "three" : "not three");
          log_count("all", i);
          sum += i;
        });
      }
      tasks.wait();
    }
    scheduler.await_rest();
    const trace::recording seen = read_back(scheduler.observer().take());
    const history run = trace::read_history(seen);
    check_places(run);
    CHECK(sums(run) == std::map<std::string, std::int64_t>{{"all", sum.load()}});
    CHECK(entries(run, "a task").size() == 300);
    CHECK(entries(run, "three").size() == 100);
    std::map<std::string, std::int64_t> by_kind;
    for (const auto& each : trace::profile_of(run).logs) by_kind[run.kinds[each.kind].name] += each.sum;
    CHECK(by_kind == std::map<std::string, std::int64_t>{{"even", 150 * 151}, {"odd", 150 * 150}});
  }
}

TEST_CASE("an observer chosen at run time, and one of two, are told") {
  const auto say = [] {
    const log_span here("here");
    log_event("now");
    log_count("n", 5);
  };
  auto chosen = make_scheduler(
      {.pool = "dq8", .workers = 2, .observer = &observe::any_observer::make<trace::recorder>});
  chosen.run(say);
  CHECK(sums(trace::read_history(read_back(chosen.observer<trace::recorder>()->take())))["n"] == 5);

  seen_by<observe::both<trace::recorder, observe::activity>> watched(2);
  watched.run(say);
  const history run = trace::read_history(read_back(watched.observer().as<trace::recorder>()->take()));
  CHECK(entries(run, "here").size() == 1);
  CHECK(entries(run, "here")[0].to < run.tasks[0].finished + 1);
  CHECK(entries(run, "now").size() == 1);
  CHECK(sums(run)["n"] == 5);

  seen_by<observe::activity> only_watched(1);
  only_watched.run(say);
}

TEST_CASE("of many entries the first or the last are kept, and can be read") {
  for (const auto then : {trace::when_full::stop, trace::when_full::ring}) {
    for (const std::size_t room : {1, 2, 3, 4, 5, 6, 7, 40, 41}) {
      recorded scheduler(1);
      scheduler.observer().keep({room, then});
      scheduler.run([](auto& worker) {
        const log_span around("around");
        for (int i = 0; i < 10; ++i) {
          worker.put([] {
            const log_span here("here");
            const log_span again("again");
            log_count("n", std::int64_t{3} << 32U);
            log_event("now");
          });
        }
      });
      const trace::recording seen = read_back(scheduler.observer().take());
      CHECK(!seen.complete());
      const history run = trace::read_history(seen);
      for (const auto& each : run.log_entries) CHECK(each.to <= run.end);
      std::ostringstream out;
      trace::write_chrome(out, run);
      CHECK(nlohmann::json::accept(out.str()));
      CHECK(trace::profile_of(run).logs.size() <= 10);
    }
  }
}

TEST_CASE("texts may hold any bytes, and equal ones at two addresses are one") {
  std::vector<std::string> odd{"",   "say \"so\"", "back\\slash",   "two\nlines\t", "no UTF-8: \xff\xfe",
                               "ä∞", "\x1b[31m",   "</title>&amp;", "\u202eturned", "(other texts)"};
  recorded scheduler(1);
  const std::vector<std::string> twice = odd;
  scheduler.run([&] {
    for (const auto* all : {&std::as_const(odd), &twice}) {
      for (const std::string& text : *all) {
        const log_span here(text.c_str());
        log_event(text.c_str());
        log_count(text.c_str(), 1);
      }
    }
  });
  const trace::recording seen = scheduler.observer().take();
  for (std::string& text : odd) std::ranges::fill(text, '?');  // they are not needed any more
  CHECK(seen.logs == twice);
  CHECK(read_back(seen).logs == twice);
  const history run = trace::read_history(seen);
  for (const auto& [text, sum] : sums(run)) CHECK(sum == 2);
  std::ostringstream chrome;
  trace::write_chrome(chrome, run);
  CHECK(nlohmann::json::accept(chrome.str()));
  std::ostringstream picture;
  trace::write_schedule(picture, run);
  CHECK(strict_xml::fault(picture.str()).empty());
}

TEST_CASE("texts for which there is no room are one") {
  recorded scheduler(1);
  const auto texts = std::make_unique<std::vector<std::string>>();
  for (int i = 0; i < 1000; ++i) texts->push_back("text " + std::to_string(i));
  scheduler.run([&] {
    for (const std::string& text : *texts) log_count(text.c_str(), 1);
    log_count(texts->front().c_str(), 1);
  });
  auto found = sums(trace::read_history(read_back(scheduler.observer().take())));
  CHECK(found.size() == trace::log_texts::most + 1);
  CHECK(found["(other texts)"] == 1000 - trace::log_texts::most);
  CHECK(found["text 0"] == 2);
  scheduler.run([&] { log_count(texts->back().c_str(), 1); });  // there is room again
  CHECK(sums(trace::read_history(scheduler.observer().take()))["text 999"] == 1);
}

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

}  // namespace task_log_test
