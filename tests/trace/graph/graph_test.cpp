// Work, span and critical path out of recordings: recorded with counted work, and written by hand.
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include <jackdaw/fork_join/group/task_group.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/trace/formats/graph_dot.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/trace/programs.hpp"

namespace graph_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using trace::event;
using trace::what;

namespace {

/// One worker, since the times of counted work are those of a thread.
using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof,
                                 trace::basic_recorder<counted_work>>;
using worker_type = recorded::worker_type;

trace::graph graph_of(auto program, std::uint64_t burden = 0) {
  recorded scheduler(1);
  program(scheduler);
  return trace::graph_reader::read(scheduler.observer().take(), burden);
}

std::uint64_t length(const trace::graph& graph) {
  std::uint64_t sum = 0;
  for (const auto& step : graph.critical_path) sum += step.nanoseconds;
  return sum;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Two workers. 1 creates 2 at 30; 2 runs elsewhere from 35 to 95, with a clock that differs; 1 works until 50,
/// waits for 2, and works on from 110 to 120.
trace::recording two_workers(int ahead) {
  const auto there = [ahead](int time) { return static_cast<std::uint64_t>(time + ahead); };
  trace::recording seen;
  seen.kinds = {{"one", ""}, {"two", "green"}};
  seen.workers = {
      {event(0, what::created, 1, 0), event(0, what::busy, 0, 0), event(0, what::started, 1, 0),
       event(30, what::created, 2, 1), event(50, what::waits, 1, 0), event(60, what::parked, 0, 0),
       event(100, what::woken, 0, 0), event(110, what::joined, 2, 1), event(110, what::goes_on, 1, 0),
       event(120, what::finished, 1, 0), event(120, what::idle, 0, 3)},
      {event(there(34), what::busy, 0, 0), event(there(34), what::stole, 0, 1),
       event(there(35), what::started, 2, 1), event(there(95), what::finished, 2, 0),
       event(there(100), what::idle, 0, 2)}};
  return seen;
}

}  // namespace

TEST_CASE("knary and the synthetic algorithm, from their recordings") {
  for (const knary& tree : {knary{5, 3, 0}, knary{4, 4, 2}, knary{6, 1, 0}}) {
    for (const auto& graph :
         {graph_of([&](auto& s) { s.run([&](worker_type& w) { knary_joined(w, tree); }); }),
          graph_of([&](auto& s) { s.run([&](worker_type& w) { knary_grouped(w, tree); }); }),
          graph_of([&](auto& s) { s.run(knary_root{tree}); })}) {
      CHECK(graph.work == tree.work());
      CHECK(graph.span == tree.span());
      CHECK(length(graph) == graph.span);
      if (tree.degree > 1) CHECK(graph.order == trace::graph_class::d_any);
    }
  }
  constexpr int k = 12;
  const auto graph = graph_of([](auto& s) { s.run_each(synthetic_task::initial(k)); }, 500);
  CHECK(graph.work == synthetic_task::sum(k, &synthetic_task::work));
  CHECK(graph.span == synthetic_task::span(k - 1));
  CHECK(graph.burdened_span == synthetic_task::span(k - 1, 500));
  CHECK(length(graph) == graph.span);
  CHECK(graph.critical_path.size() == k - 1);  // A(11), A(10), … A(1): the second child each time
  CHECK(graph.order == trace::graph_class::dh);
}

TEST_CASE("independent initial tasks are of class D0") {
  const auto graph = graph_of([](auto& s) { s.run_each(std::vector(5, [] { counted_work::spend(7); })); });
  CHECK(graph.order == trace::graph_class::d0);
  CHECK(graph.work == 35);
  CHECK(graph.span == 7);
  CHECK(graph.parallelism() == 5);
}

TEST_CASE("clocks that differ between workers do not matter, waiting does not count") {
  for (const int ahead : {-20, 0, 40}) {
    const auto graph = trace::graph_reader::read(two_workers(ahead));
    CHECK(graph.work == 50 + 60 + 10);
    CHECK(graph.span == 30 + 60 + 10);
    REQUIRE(graph.critical_path.size() == 3);
    CHECK(graph.critical_path[0].task == 1);
    CHECK(graph.critical_path[0].nanoseconds == 30);
    CHECK(graph.critical_path[1].task == 2);
    CHECK(graph.critical_path[2].nanoseconds == 10);
    CHECK(trace::graph_reader::span_without(two_workers(ahead), 0) == 60);
    CHECK(trace::graph_reader::span_without(two_workers(ahead), 1) == 60);
  }
  CHECK(trace::graph_reader::read({}).work == 0);
}

TEST_CASE("in the burdened span a waiting task goes on late, too") {
  const auto joined = graph_of(
      [](auto& s) {
        s.run([](worker_type& w) {
          counted_work::spend(5);
          join(w, [] { counted_work::spend(10); }, [] { counted_work::spend(20); });
          counted_work::spend(2);
        });
      },
      1000);
  CHECK(joined.span == 5 + 20 + 2);
  CHECK(joined.burdened_span == 3 * 1000 + joined.span);
  const auto grouped = graph_of(
      [](auto& s) {
        s.run([](worker_type& w) {
          basic_task_group<worker_type> group(w);
          group.spawn(w, [] { counted_work::spend(20); });
          group.wait();
        });
      },
      1000);
  CHECK(grouped.burdened_span == 3 * 1000 + 20);
}

TEST_CASE("a graph of what is left of a recording says that it is one") {
  auto seen = two_workers(0);
  CHECK(trace::graph_reader::read(seen).complete);
  seen.lost = 1;
  const auto part = trace::graph_reader::read(seen);
  CHECK(!part.complete);
  std::ostringstream out;
  trace::write_dot(out, trace::read_history(seen), part);
  CHECK(has(out.str(), "a part of the run"));
}

TEST_CASE("a history knows which tasks waited, which workers slept, and which stole from which") {
  const auto run = trace::read_history(two_workers(-20));
  REQUIRE(run.tasks.size() == 2);
  CHECK(run.tasks[0].own_length() == 60);
  CHECK(run.tasks[1].length() == 60);
  REQUIRE(run.waits.size() == 1);
  CHECK(run.waits[0].to == 110);
  REQUIRE(run.parked.size() == 1);
  CHECK(run.misses == 5);
  const auto figures = trace::profile_of(run, 12);
  CHECK(figures.tasks_run == 2);
  CHECK(figures.stolen[1][0] == 1);
  CHECK(figures.busy[0] == 60);
  CHECK(figures.parked[0] == 40);
  CHECK(figures.lengths.size() == 7);  // 32 to 63 ns
  CHECK(figures.lengths[6] == 2);
  CHECK(figures.parallelism[3] == doctest::Approx(2));
  CHECK(figures.parallelism[6] == doctest::Approx(1));
  CHECK(figures.parallelism[9] == doctest::Approx(0));
  CHECK(figures.parallelism[11] == doctest::Approx(1));
}

TEST_CASE("the graph as DOT: creation, dependences, and the critical path in red") {
  std::ostringstream out;
  const auto seen = two_workers(0);
  trace::write_dot(out, trace::read_history(seen), trace::graph_reader::read(seen));
  CHECK(has(out.str(), "digraph run {"));
  CHECK(has(out.str(), "t1 [shape=ellipse, label=\"one  60 ns\""));
  CHECK(has(out.str(), "fillcolor=\"green\", color=red, penwidth=3]"));
  CHECK(!has(out.str(), "a part of the run"));
  CHECK(has(out.str(), "t1 -> t2 [style=solid, color=red, penwidth=3]"));

  recorded scheduler(1);
  scheduler.run(knary_root{knary{3, 2, 0}});
  const auto tree = scheduler.observer().take();
  std::ostringstream few;
  trace::write_dot(few, trace::read_history(tree), trace::graph_reader::read(tree), 3);
  CHECK(has(few.str(), "more tasks"));
  std::ostringstream all;
  trace::write_dot(all, trace::read_history(tree), trace::graph_reader::read(tree));
  CHECK(has(all.str(), "style=dotted"));
  CHECK(!has(all.str(), "shape=box"));  // no data
  CHECK(!has(all.str(), "more tasks"));
}

TEST_CASE(
    "a user's colours break no file: Graphviz has names and numbers, and quotation marks are taken in") {
  auto seen = two_workers(0);
  const auto dot_with = [&](const std::string& colour) {
    seen.kinds[0].colour = colour;
    std::ostringstream out;
    trace::write_dot(out, trace::read_history(seen), trace::graph_reader::read(seen));
    return out.str();
  };
  CHECK(has(dot_with("Tomato"), "fillcolor=\"Tomato\""));
  CHECK(has(dot_with("#FF8800"), "fillcolor=\"#ff8800\""));
  CHECK(has(dot_with("#f80"), "fillcolor=\"#ff8800\""));
  CHECK(has(dot_with("rgb(255, 136,0)"), "fillcolor=\"#ff8800\""));
  CHECK(has(dot_with("rgb(100%,0%,20%)"), "fillcolor=\"#ff0033\""));
  for (const char* wrong :
       {"red\"]; x [", "rgb(1,2)", "rgb(1,2,3", "#12345g", "#+12345", "hsl(9,9%,9%)", "#"})
    CHECK(has(dot_with(wrong), "fillcolor=\"#4e79a7\""));
}

}  // namespace graph_test
