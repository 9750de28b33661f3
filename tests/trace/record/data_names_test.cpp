// What handles are called: their numbers, recordings and pictures.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/observe/names/data_names.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/graph_dot.hpp>
#include <jackdaw/trace/formats/paje.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>
#include <jackdaw/trace/read/run_file.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/machine/process/child.hpp"
#include "tests/support/sizes.hpp"

namespace data_names_test {

using namespace jackdaw;
using observe::data_names;

namespace {

using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder>;
using names = std::vector<std::string>;

trace::recording seen_by(recorded& scheduler) {
  scheduler.await_rest();
  return scheduler.observer().take();
}

/// What the handles were called, in the order in which they were used first.
names handles_of(const trace::recording& seen) { return trace::read_history(seen).handle_names; }

void add_often(recorded& scheduler, handle<int>& x, int times) {
  basic_flow tasks(scheduler);
  for (int i = 0; i < times; ++i) tasks.submit(write(x), [](int& value) { ++value; });
  tasks.wait();
}

}  // namespace

TEST_CASE("texts have numbers: the same text the same one") {
  CHECK(data_names::number_of("") == data_names::none);
  CHECK(data_names::text_of(data_names::none).empty());
  std::string text = "a text that has memory of its own";
  const std::uint32_t one = data_names::number_of(text);
  CHECK(one != data_names::none);
  CHECK(data_names::number_of("another one") != one);
  CHECK(data_names::number_of(text) == one);
  text.assign(text.size(), '?');
  CHECK(data_names::text_of(one) == "a text that has memory of its own");
  CHECK(data_names::number_of("a text that has memory of its own") == one);
  CHECK(sizeof(handle<void>) == 64);  // there is no room but for the number
}

TEST_CASE("threads number texts at the same time, and a child of fork() beside them") {
  const auto text = [](int i) { return "text " + std::to_string(i); };
  std::atomic<bool> over{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int step = 1; step <= 3; ++step) {
    threads.emplace_back([&, step] {
      for (int i = 0; !over; i = (i + step) % 1000) {
        if (data_names::text_of(data_names::number_of(text(i))) != text(i)) ++wrong;
      }
    });
  }
  bool well = true;
  for (int i = 0; i < tests::scaled(50) && well; ++i) {
    well = tests::in_child(
        [] { return data_names::text_of(data_names::number_of("of the child")) == "of the child"; });
  }
  over = true;
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(well);  // no child has found the lock taken
}

TEST_CASE("handles are called what the program says; others have no name") {
  recorded scheduler(1);
  handle<int> x(0), y(0), z(0);
  std::string text = "the first, which has memory of its own";
  x.name(text);
  text.assign(text.size(), '?');
  z.name("z");
  CHECK(z.name() == "z");
  CHECK(y.name().empty());
  basic_flow tasks(scheduler);
  for (int i = 0; i < 20; ++i) {
    tasks.submit(read(x), write(y), [](const int&, int&) {});
    tasks.submit(read(y), write(z), [](const int&, int&) {});
  }
  tasks.wait();
  const trace::recording seen = seen_by(scheduler);
  names found = handles_of(seen);
  std::ranges::sort(found);
  CHECK(found == names{"", "the first, which has memory of its own", "z"});
  CHECK(std::ranges::count(seen.workers[0], trace::what::named, &trace::event::happened) == 2);

  z.name("renamed");
  add_often(scheduler, z, 1);
  CHECK(handles_of(seen_by(scheduler)) == names{"renamed"});
  z.name("");
  add_often(scheduler, z, 1);
  CHECK(handles_of(seen_by(scheduler)) == names{""});
}

TEST_CASE("names of handles that are gone give their memory back") {
  const std::size_t before = data_names::count();
  const auto text = [](int i) { return "one of very many names, number " + std::to_string(i); };
  for (int i = 0; i < 1000; ++i) {
    handle<int> x(0), y(0);
    x.name(text(i));
    y.name(text(i));
    y.name(text(i + 1));
    CHECK(x.name() == text(i));
    CHECK(y.name() == text(i + 1));
    CHECK(data_names::count() == before + 2);
    x.name("");
    CHECK(data_names::count() == before + 1);
  }
  CHECK(data_names::count() == before);
  const std::uint32_t gone = data_names::number_of(text(0));
  data_names::drop(gone);
  CHECK(!data_names::keep(gone));
  CHECK(data_names::text_of(gone).empty());
  const std::uint32_t another = data_names::number_of(text(1));
  CHECK(another != gone);  // a reader that still knows the number does not find another text
  data_names::drop(another);
}

TEST_CASE(
    "a recording calls handles by their names when they are gone, and keeps these no longer than it is "
    "kept") {
  const std::size_t before = data_names::count();
  const auto use_many = [](recorded& scheduler, int count) {
    for (int i = 0; i < count; ++i) {
      handle<int> x(0);
      x.name("name " + std::to_string(i));
      add_often(scheduler, x, 2);  // so that the next one at its place is seen to be another
    }
  };
  {
    recorded scheduler(2);
    use_many(scheduler, 100);
    CHECK(data_names::count() == before + 100);
    names found = handles_of(seen_by(scheduler));
    CHECK(data_names::count() == before);
    std::ranges::sort(found);
    CHECK(std::ranges::unique(found).empty());
    CHECK(found.size() == 100);
    CHECK(found.front() == "name 0");

    use_many(scheduler, 100);
    scheduler.await_rest();
    scheduler.observer().keep({50, trace::when_full::ring});
    CHECK(data_names::count() == before);
    use_many(scheduler, 1000);
    CHECK(data_names::count() <= before + 100);  // 50 events of each worker
    found = handles_of(seen_by(scheduler));
    CHECK(std::ranges::count(found, "name 999") == 1);
    CHECK(data_names::count() == before);

    scheduler.observer().keep({50, trace::when_full::stop});
    use_many(scheduler, 1000);
    CHECK(data_names::count() <= before + 100);
  }
  CHECK(data_names::count() == before);
}

TEST_CASE("a handle at the place of another one has its own name, or none") {
  recorded scheduler(1);
  std::optional<handle<int>> x;
  for (const char* name : {"first", "", "first", "last"}) {
    x.emplace(0);
    x->name(name);
    add_often(scheduler, *x, 3);
  }
  CHECK(handles_of(seen_by(scheduler)) == names{"first", "", "first", "last"});
}

TEST_CASE(
    "in a ring the name of a handle is there as long as the handle is used; of many handles each has its "
    "name") {
  recorded scheduler(1);
  scheduler.observer().keep({100, trace::when_full::ring});
  handle<int> x(0);
  x.name("x");
  add_often(scheduler, x, 500);
  const trace::recording end = seen_by(scheduler);
  CHECK(!end.complete());
  CHECK(handles_of(end) == names{"x"});

  scheduler.observer().keep({});
  constexpr int count = 5000;  // more than are remembered
  std::vector<handle<int>> many(count);
  for (int i = 0; i < count; ++i) many[static_cast<std::size_t>(i)].name("number " + std::to_string(i));
  for (int round = 0; round < 2; ++round) {
    basic_flow tasks(scheduler);
    for (auto& each : many) tasks.submit(write(each), [](int& value) { ++value; });
    tasks.wait();
  }
  names found = handles_of(seen_by(scheduler));
  CHECK(found.size() == count);
  std::ranges::sort(found);
  CHECK(std::ranges::adjacent_find(found) == found.end());
  CHECK(found.front() == "number 0");
}

TEST_CASE("names stand in files, and in pictures, whatever is in them") {
  recorded scheduler(1);
  handle<int> x(0), y(0);
  x.name("a \"b\" <c>");
  basic_flow tasks(scheduler);
  tasks.submit(write(x), [](int& value) { ++value; });
  tasks.submit(read(x), write(y), [](const int&, int&) {});
  tasks.submit(read(y), [](const int&) {});
  tasks.wait();
  const trace::recording seen = seen_by(scheduler);
  std::stringstream file;
  trace::write_run(file, {"a run", "jackdaw", seen});
  const trace::recording again = trace::read_run(file, "run.jd").seen;
  CHECK(again.handle_names == names{"a \"b\" <c>"});
  const trace::history run = trace::read_history(again);
  CHECK(run.handle_names == handles_of(seen));

  std::ostringstream text;
  trace::write_dot(text, run, trace::graph_reader::read(again));
  trace::write_chrome(text, run);
  trace::write_paje(text, run);
  for (const char* part :
       {R"([shape=box, fillcolor=white, label="a \"b\" <c>\nversion 1"])",
        R"("args":{"handle":0,"name":"a \"b\" <c>","version":1})", R"("args":{"handle":1,"version":1})",
        R"("a 'b' <c> version 1")", R"("handle 1 version 1")"}) {
    CAPTURE(part);
    CHECK(text.str().find(part) != std::string::npos);
  }
}

}  // namespace data_names_test
