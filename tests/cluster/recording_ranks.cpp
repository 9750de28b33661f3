// Recordings of all ranks: every task is in it, messages have both ends, and the clocks are one.
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <jackdaw/base/clock.hpp>

#include "src/cluster/record/clocks.hpp"
#include "tests/cluster/rank_main.hpp"

namespace cluster = jackdaw::cluster;

namespace {

/// A tree of tasks with some work each, so that other ranks get some.
struct branch {
  static constexpr std::string_view name = "branch";
  int height;

  void operator()(cluster::worker& worker) const {
    const std::int64_t until = jackdaw::base::nanoseconds_now() + 20'000;
    while (jackdaw::base::nanoseconds_now() < until) {}
    for (int i = 0; i < 2 && height > 0; ++i) worker.put(branch{height - 1});
  }
};

/// How many tasks of a name are in it.
std::uint64_t tasks_of(const cluster::recorded_job& job, const std::string& name) {
  std::uint64_t sum = 0;
  for (const auto& each : job.stretches)
    if (job.names[each.name] == name) sum += each.tasks;
  return sum;
}

std::uint64_t occurrences(const std::string& text, const std::string& part) {
  std::uint64_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("a pool: all tasks, a row for each worker, and both ends of each message of work") {
  cluster::pool p(here());
  p.run(branch{3});  // not recorded
  cluster::recording seen(here());
  p.run(branch{12});
  p.run(branch{3});
  const cluster::recorded_job job = seen.take();
  if (here().rank() != 0) {
    CHECK(job.rows.empty());
    return;
  }
  CHECK(tasks_of(job, "branch") == (1U << 13U) - 1 + (1U << 4U) - 1);
  CHECK(job.hosts.size() == here().ranks());
  CHECK(job.lost == 0);
  std::map<std::uint32_t, std::set<std::string>> rows;
  for (const auto& each : job.rows) rows[each.rank].insert(each.name);
  CHECK(rows.size() == here().ranks());
  for (const auto& [rank, names] : rows) {
    for (unsigned i = 0; i < here().workers(); ++i) CHECK(names.contains("worker " + std::to_string(i)));
  }
  std::uint64_t work = 0;
  for (const auto& each : job.messages) {
    REQUIRE(each.from_row < job.rows.size());
    REQUIRE(each.to_row < job.rows.size());
    CHECK(job.rows[each.from_row].rank != job.rows[each.to_row].rank);
    CHECK(each.received <= job.length);
    work += job.names[each.name] == "work" ? 1 : 0;
  }
  if (here().ranks() > 1) CHECK(work > 0);
  for (std::uint32_t row = 0; row < job.rows.size(); ++row) {
    CHECK(job.busy(row) <= job.length);
    if (!job.rows[row].has_tasks) CHECK(job.busy(row) == 0);
  }

  std::ostringstream trace;
  cluster::write_chrome(trace, job);
  CHECK(occurrences(trace.str(), "\"thread_name\"") == job.rows.size());
  CHECK(occurrences(trace.str(), R"({"ph":"X")") == job.stretches.size() + job.handlings.size());
  CHECK(occurrences(trace.str(), R"({"ph":"s")") == job.messages.size());
  CHECK(occurrences(trace.str(), R"({"ph":"f")") == job.messages.size());
  std::ostringstream page;
  cluster::write_report(page, "a <tree>", job);
  CHECK(page.str().find("a &lt;tree&gt;") != std::string::npos);
  CHECK(occurrences(page.str(), "<text x=\"0\"") == job.rows.size());
}

TEST_CASE("a flow: each task on its rank, and an arrow where another rank has written what is read") {
  cluster::handle<int> a(here(), 0, 1);
  cluster::handle<int> b(here(), here().ranks() - 1, 1);
  cluster::recording seen(here());
  cluster::flow tasks(here());
  for (int i = 0; i < 5; ++i) {
    tasks.submit(jackdaw::named("forth"), read(a), write(b), [](int from, int& to) { to += from; });
    tasks.submit(jackdaw::named("forth, too"), read(a), write(b), [](int from, int& to) { to += from; });
    tasks.submit(jackdaw::named("back"), read(b), write(a), [](int from, int& to) { to += from; });
  }
  tasks.wait();
  const cluster::recorded_job job = seen.take();
  if (here().rank() != 0) return;
  CHECK(tasks_of(job, "forth") == 5);
  CHECK(tasks_of(job, "back") == 5);
  for (const auto& each : job.stretches) {
    const bool is_back = job.names[each.name] == "back";
    CHECK(job.rows[each.row].rank == (is_back ? 0 : here().ranks() - 1));
  }
  // The first "forth" reads what no task has written; of two that read one value the first one brings it.
  CHECK(job.messages.size() == (here().ranks() > 1 ? 9 : 0));
  for (const auto& each : job.messages) CHECK(each.received >= each.sent - job.clock_error);
}

TEST_CASE("a recording begins anew when it is taken, and there is one at a time") {
  cluster::pool p(here());
  {
    cluster::recording seen(here());
    CHECK_THROWS_AS(cluster::recording second(here()), std::logic_error);
    p.run(branch{2});
    CHECK(here().broadcast(tasks_of(seen.take(), "branch")) == 7);
    CHECK(here().broadcast(tasks_of(seen.take(), "branch")) == 0);
    p.run(branch{1});
    CHECK(here().broadcast(tasks_of(seen.take(), "branch")) == 3);
  }
  p.run(branch{2});
  cluster::recording seen(here());
  CHECK(here().broadcast(tasks_of(seen.take(), "branch")) == 0);
}

TEST_CASE("clocks: by how much one is ahead is found within the error that is told") {
  MPI_Comm channel = MPI_COMM_NULL;
  MPI_Comm_dup(here().inside().all, &channel);
  // All ranks of this test have one clock; each adds something to it.
  const std::int64_t ahead = std::int64_t{here().rank()} * 1'000'000'000;
  const auto found = cluster::detail::compare_clocks(
      here().inside(), channel, [ahead] { return jackdaw::base::nanoseconds_now() + ahead; });
  CHECK(found.ahead >= ahead - found.error);
  CHECK(found.ahead <= ahead + found.error);
  MPI_Comm_free(&channel);
}

TEST_CASE("clocks: between two comparisons the difference grows evenly") {
  const cluster::detail::aligned_clock clock({1000, 100, 5}, {3000, 300, 9});
  CHECK(clock(1000) == 900);
  CHECK(clock(2000) == 1800);
  CHECK(clock(3000) == 2700);
  CHECK(clock(500) == 400);    // before
  CHECK(clock(4000) == 3700);  // after
  CHECK(clock.error() == 9);
  CHECK(cluster::detail::aligned_clock({50, 20, 1}, {50, 20, 1})(60) == 40);
}
