// Graphs whose tasks fail, that are cancelled, and that are used wrongly while they run.
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/flow_graph.hpp>

namespace graph_failures_test {

using namespace jackdaw;

TEST_CASE("a failure skips what comes after it, ends the run, and leaves a graph that can run again") {
  scheduler sched(2);
  flow_graph graph(sched);
  handle<int> a(0), b(0), other(0);
  bool fails = true;
  int runs = 0;
  graph.submit(named("first"), write(a), [&fails](int& v) {
    if (fails && v == 2) throw std::runtime_error("no water");
    ++v;
  });
  graph.submit(read(a), write(b), [](const int& v, int& w) { w = v; });
  graph.submit(named("after it"), add(b), [](int& w) { w += 10; });
  graph.submit(read(b), [&runs](const int&) { ++runs; });
  graph.submit(write(other), [](int& v) { ++v; });
  try {
    graph.run(10);
    FAIL("run() did not throw");
  } catch (const flow_error& error) {
    REQUIRE(error.failures().size() == 1);
    CHECK(error.failures().front().task == "first");
    CHECK(error.failures().front().what() == "no water");
    CHECK(error.skipped() == 3);
  }
  CHECK(runs == 2);
  CHECK(other.value() == 3);
  CHECK(b.value() == 12);
  CHECK(graph.skipped() == 3);
  fails = false;
  graph.run(2);
  CHECK(runs == 4);
  CHECK(b.value() == 14);
  CHECK(graph.skipped() == 3);
}

TEST_CASE("a task that fails after it has only read damages nothing, nor one that adds beside others") {
  scheduler sched(1);
  flow_graph graph(sched);
  handle<int> a(0), sum(0);
  int seen = 0;
  graph.submit(named("looks"), read(a), [](const int&) { throw std::runtime_error("blind"); });
  graph.submit(write(a), [](int& v) { ++v; });
  for (int i = 0; i < 3; ++i) {
    graph.submit(add(sum), [i](int& s) {
      if (i == 1) throw std::runtime_error("lost");
      ++s;
    });
  }
  graph.submit(read(sum), [&seen](const int&) { ++seen; });
  CHECK_THROWS_AS(graph.run(), flow_error);
  CHECK(a.value() == 1);
  CHECK(sum.value() == 2);
  CHECK(seen == 0);
  CHECK(graph.skipped() == 1);
}

TEST_CASE("cancel() ends a run, which returns as usual") {
  scheduler sched(2);
  flow_graph graph(sched);
  handle<int> x(0);
  int behind = 0;
  graph.submit(write(x), [&graph](int& v) {
    if (++v == 100) graph.cancel();
  });
  graph.submit(read(x), [&behind](const int&) { ++behind; });
  graph.run_until([] { return false; });
  CHECK(x.value() == 100);
  CHECK(behind == 99);
  graph.run();
  CHECK(behind == 100);
  CHECK(graph.run_until([&graph] { return graph.cancel(), false; }) == 1);
  CHECK(behind == 101);
  graph.cancel();
  graph.run(5);
  CHECK(x.value() == 102);
  CHECK(graph.skipped() == 3);
}

TEST_CASE("wrong use while it runs is refused, and the run goes on") {
  scheduler sched(2);
  flow_graph graph(sched);
  handle<int> x(0);
  int refused = 0;
  graph.submit(write(x), [&](int& v) {
    ++v;
    try {
      graph.run();
    } catch (const std::logic_error& error) {
      refused +=
          std::string(error.what()).find("flow_graph::run() is called while the graph runs") == 0 ? 1 : 0;
    }
    try {
      graph.submit([] {});
    } catch (const std::logic_error&) { ++refused; }
  });
  graph.run(2);
  CHECK(refused == 4);
  CHECK(graph.size() == 1);
}

}  // namespace graph_failures_test
