// All readers of a recording leave out what workers have missed; files keep it.
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/losses.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>
#include <jackdaw/trace/read/run_file.hpp>

namespace losses_test {

using namespace jackdaw;
using trace::event;
using trace::what;

namespace {

/// Two tasks one after the other, 100 ns and 1000 ns long, of which 600 are missing; a sleep in the second.
trace::recording made() {
  trace::recording seen;
  seen.kinds = {{"A", ""}};
  seen.workers = {{event(0, what::created, 1, 0), event(0, what::busy, 0, 0), event(0, what::started, 1, 0),
                   event(100, what::created, 2, 1), event(100, what::finished, 1, 0),
                   event(100, what::started, 2, 0), event(400, what::parked, 0, 0),
                   event(450, what::woken, 0, 0), trace::lasting(1000, what::preempted, 500),
                   event(1000, what::stole, 0, 1), trace::lasting(1100, what::blocked, 100),
                   event(1100, what::finished, 2, 0), event(1100, what::idle, 0, 0)}};
  return seen;
}

}  // namespace

TEST_CASE("all readers of a recording leave out what is missing") {
  const trace::recording seen = made();
  const trace::graph order = trace::graph_reader::read(seen);
  CHECK(order.work == 100 + 350);
  CHECK(order.span == 100 + 350);
  const trace::history run = trace::read_history(seen);
  CHECK(run.tasks[1].own_length() == 350);
  CHECK(run.absences.size() == 2);
  const trace::profile figures = trace::profile_of(run, 11);
  CHECK(figures.busy[0] == 450);
  CHECK(figures.preempted[0] == 500);
  CHECK(figures.blocked[0] == 100);
  CHECK(figures.parked[0] == 50);
  CHECK(replay::read_program(seen).work() == 450);
  CHECK(replay::read_program(seen).span() == 450);
}

TEST_CASE(
    "what a worker misses while its task waits is missing in no task, also after it ran others meanwhile") {
  trace::recording seen;
  seen.kinds = {{"A", ""}};
  seen.workers = {{event(0, what::started, 1, 0), event(10, what::waits, 1, 0),
                   event(20, what::started, 2, 0), trace::lasting(50, what::preempted, 7),
                   event(50, what::finished, 2, 1), trace::lasting(90, what::preempted, 40),
                   event(90, what::goes_on, 1, 0), event(100, what::finished, 1, 0)}};
  CHECK(trace::losses::of(seen).in_tasks == 7);
  CHECK(trace::losses::of(seen).preempted == 47);
  CHECK(trace::graph_reader::read(seen).work == 10 + 23 + 10);
}

TEST_CASE("a gap between two runs in which their thread had no processor is not serial work") {
  trace::recording seen;
  seen.kinds = {{"A", ""}};
  seen.workers = {{event(0, what::created, 1, 0), event(0, what::busy, 0, 0), event(0, what::started, 1, 0),
                   event(100, what::finished, 1, 0), event(100, what::idle, 0, 0),
                   trace::lasting(21'300, what::preempted, 21'000), event(21'300, what::created, 2, 0),
                   event(21'300, what::busy, 0, 0), event(21'300, what::started, 2, 0),
                   event(21'400, what::finished, 2, 0), event(21'400, what::idle, 0, 0)}};
  const replay::program of = replay::read_program(seen);
  REQUIRE(of.phases.size() == 2);
  CHECK(of.phases[1].serial == 200);
  CHECK(of.work() == 400);
}

TEST_CASE("files keep what is missing, and CPU time; without them they are read as before") {
  trace::recording seen = made();
  seen.cpu = {5000, 3000};
  seen.workers[0].push_back(
      trace::lasting(std::uint64_t{5} << 32U, what::run_inside, std::uint64_t{3} << 32U));
  std::ostringstream first;
  trace::write_run(first, {"a run", "jackdaw", seen});
  CHECK(first.str().find("\ncpu 5000 3000\nlost 0\n") != std::string::npos);
  CHECK(first.str().find("\n1000 preempted 500 0\n1000 stole 0 1\n1100 blocked 100 0\n") !=
        std::string::npos);
  CHECK(first.str().find(" run_inside 0 3\n") != std::string::npos);
  std::istringstream in(first.str());
  const trace::recorded_run again = trace::read_run(in, "a.jd");
  CHECK(again.seen.cpu.unseen() == 2000);
  std::ostringstream second;
  trace::write_run(second, again);
  CHECK(second.str() == first.str());

  const auto refusal = [&](std::string from, const std::string& to) {
    std::string text = first.str();
    text.replace(text.find(from), from.size(), to);
    std::istringstream wrong(text);
    try {
      (void)trace::read_run(wrong, "a.jd");
    } catch (const trace::bad_run_file& error) { return std::string(error.what()); }
    return std::string();
  };
  CHECK(refusal("1000 preempted 500 0", "1000 preempted 551 0")
            .find("expected at most 550 ns, the time since the event before, instead of 551") !=
        std::string::npos);
  CHECK(refusal(" run_inside 0 3", " run_inside 0 6").find("expected at most") != std::string::npos);
  CHECK(refusal("cpu 5000 3000", "cpu 5000").find("expected nanoseconds") != std::string::npos);
  CHECK(refusal("cpu 5000 3000\n", "").empty());
}

TEST_CASE("an event that was put earlier takes no more time away than there is") {
  std::vector<event> events{event(10, what::busy, 0, 0), event(20, what::started, 1, 0),
                            trace::lasting(50, what::preempted, 40), event(50, what::finished, 1, 0)};
  trace::fit_absences(events);
  CHECK(trace::duration_of(events[2]) == 30);
}

}  // namespace losses_test
