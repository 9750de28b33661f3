// What tasks are called in a recording.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/flow_graph.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/observe/names/kinds.hpp>
#include <jackdaw/observe/names/short_name.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/support/schedulers.hpp"

namespace names_test {

using namespace jackdaw;
using trace::history;

namespace {

using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder>;

}  // namespace

TEST_CASE("tasks of one function are called what each says, also when its text is gone") {
  recorded scheduler(1);  // which meets them all
  std::map<std::string, int> seen;
  const auto record = [&](const std::vector<std::string>& names, int rounds) {
    std::vector<std::string> texts = names;  // long ones: in memory of their own
    handle<int> x(0);
    basic_flow tasks(scheduler);
    for (int i = 0; i < rounds; ++i) {
      for (const std::string& text : texts)
        tasks.submit(named(text.c_str()), write(x), [](int& to) { ++to; });
      tasks.submit(write(x), [](int& to) { --to; });
    }
    tasks.wait();
    scheduler.await_rest();
    for (std::string& text : texts) text.assign(text.size(), '?');
    const history run = trace::read_history(scheduler.observer().take());
    seen.clear();
    for (const auto& task : run.tasks) ++seen[run.name_of(task)];
  };
  record({"factor a column of tiles, all of it", "update", "update"}, 5);
  CHECK(seen.size() == 3);
  CHECK(seen["factor a column of tiles, all of it"] == 5);
  CHECK(seen["update"] == 10);

  record({"apply"}, 3);  // the function has another name now
  CHECK(seen.size() == 2);
  CHECK(seen["apply"] == 3);

  std::vector<std::string> many;
  for (std::uint32_t i = 0; i < observe::kinds::most; ++i)
    many.push_back("the " + std::to_string(i) + "th name");
  record(many, 1);
  CHECK(seen["the 7th name"] == 1);
  CHECK(seen["(other kinds)"] >= 1);
  int tasks = 0;
  for (const auto& [name, times] : seen) tasks += times;
  CHECK(tasks == static_cast<int>(many.size()) + 1);
}

TEST_CASE("tasks of a graph are called what they say, in each round") {
  recorded scheduler(1);
  basic_flow_graph graph(scheduler);
  handle<int> x(0);
  graph.submit(named("first"), write(x), [](int& to) { ++to; });
  graph.submit(named(std::string("the second, by priority")), priority(1), write(x), [](int& to) { ++to; });
  graph.run(3);
  scheduler.await_rest();
  const history run = trace::read_history(scheduler.observer().take());
  std::map<std::string, int> seen;
  for (const auto& task : run.tasks) ++seen[run.name_of(task)];
  CHECK(seen == std::map<std::string, int>{{"(graph)", 1}, {"first", 3}, {"the second, by priority", 3}});
}

TEST_CASE("a task keeps a name that is a string, and which is gone when it runs") {
  recorded scheduler(1);
  handle<int> x(0);
  basic_flow tasks(scheduler);
  auto place = tasks.reserve(write(x));
  const auto submit = [&](int i) {
    const std::string text = "task " + std::to_string(i) + " of a long row of tasks";
    const std::string_view part(text.data(), text.size() - 9);
    tasks.submit(named(text), write(x), [](int& to) { ++to; });
    tasks.submit(priority(1), named(part), add(x), [](int& to) { ++to; });
    tasks.submit(named("same"), with_subtasks,
                 [text](auto& all) { all.submit(named("part of " + text), [] {}); });
  };
  for (int i = 0; i < 3; ++i) submit(i);
  place.submit(named(std::string("a task for which others have waited")), [](int& to) { to = 1; });
  tasks.wait();
  CHECK(x.value() == 7);
  scheduler.await_rest();
  const history run = trace::read_history(scheduler.observer().take());
  std::map<std::string, int> seen;
  for (const auto& task : run.tasks) ++seen[run.name_of(task)];
  CHECK(seen == std::map<std::string, int>{{"task 0 of a long row of tasks", 1},
                                           {"task 1 of a long row of tasks", 1},
                                           {"task 2 of a long row of tasks", 1},
                                           {"task 0 of a long row", 1},
                                           {"task 1 of a long row", 1},
                                           {"task 2 of a long row", 1},
                                           {"part of task 0 of a long row of tasks", 1},
                                           {"part of task 1 of a long row of tasks", 1},
                                           {"part of task 2 of a long row of tasks", 1},
                                           {"a task for which others have waited", 1},
                                           {"same", 3}});
  tasks.submit(named(std::string("the one that throws, with a long name")), [] { throw 1; });
  try {
    tasks.wait();
    FAIL("wait() did not throw");
  } catch (const flow_error& e) {
    CHECK(e.failures().front().task == "the one that throws, with a long name");
  }
}

TEST_CASE("tasks with a priority are called by their names, on any scheduler") {
  const auto check = [](auto& scheduler, auto& seen_by) {
    basic_flow tasks(scheduler);
    handle<int> x(0);
    for (int i = 0; i < 10; ++i) {
      tasks.submit(named("urgent"), priority(2), write(x), [](int& to) { ++to; });
      tasks.submit(named("later"), priority(1), read(x), [](const int&) {});
      tasks.submit(named("any time"), [] {});
    }
    tasks.wait();
    scheduler.await_rest();
    const history run = trace::read_history(seen_by.take());
    std::map<std::string, int> seen;
    for (const auto& task : run.tasks) ++seen[run.name_of(task)];
    CHECK(seen == std::map<std::string, int>{{"any time", 10}, {"later", 10}, {"urgent", 10}});
  };
  recorded scheduler(2);
  check(scheduler, scheduler.observer());
  auto chosen = tests::make_scheduler(
      {.pool = "dq8", .workers = 2, .observer = &observe::any_observer::make<trace::recorder>});
  check(chosen, *chosen.observer<trace::recorder>());
}

TEST_CASE("names of tasks are shortened where they are long") {
  using observe::short_name;
  const std::string type(50, 'x');
  CHECK(short_name("main()::<lambda(auto:1&)>") == "main()::<lambda(auto:1&)>");
  CHECK(short_name("visit<" + std::string(30, 'x') + ">") == "visit<" + std::string(30, 'x') + ">");
  CHECK(short_name("a::{anonymous}::f<int, g<" + type + "> >(b<" + type + ">*, int)::<lambda(c<" + type +
                   ">&)>") == "a::{anonymous}::f<...>(...)::<lambda>");
  CHECK(short_name("f<1>(" + type + ") -> h<" + type + ">") == "f<1>(...) -> h<...>");
  CHECK(short_name("(lambda at /" + type + "/" + type + "/a.cpp:3:7)") == "(lambda at a.cpp:3:7)");
  CHECK(short_name("operator<" + type + type) == "operator<" + type + type);
}

}  // namespace names_test
