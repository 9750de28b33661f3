// What a recorder keeps of a run, on how much memory, for all schedulers.
#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/observe/borrowed.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/trace.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"
#include "tests/trace/programs.hpp"

namespace recorder_test {
using namespace jackdaw;
using namespace jackdaw::tests;
using trace::history;
using trace::what;

namespace {

using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder>;
using worker_type = recorded::worker_type;

/// A clock that knows nothing of the thread: what others do on this machine makes no events.
struct wall_clock {
  [[nodiscard]] static std::uint64_t now() noexcept { return base::ticks_now(); }
  [[nodiscard]] static double nanoseconds_per_tick() noexcept { return 1; }
};
using recorded_by_wall = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof,
                                         trace::basic_recorder<wall_clock>>;

constexpr int k = 12;

std::uint64_t count(const trace::recording& seen, what kind) {
  std::uint64_t sum = 0;
  for (const auto& events : seen.workers) {
    for (const auto& each : events) sum += each.happened() == kind ? 1U : 0U;
  }
  return sum;
}

/// Each task was created, then started, then finished; its parent ran when it was created.
void check_order(const history& run) {
  for (const auto& task : run.tasks) {
    REQUIRE(task.ran());
    CHECK(task.created <= task.started);
    CHECK(task.started <= task.finished);
    CHECK(task.finished <= run.end);
    CHECK(task.elsewhere <= task.length());
    if (task.parent == history::none) continue;
    const auto& parent = run.tasks[task.parent];
    CHECK(parent.started <= task.created);
    CHECK(task.created <= parent.finished);
    CHECK(task.creator == parent.worker);
  }
}

void check_synthetic(const trace::recording& seen) {
  const std::uint64_t tasks = synthetic_task::sum(k, &synthetic_task::tasks);
  CHECK(seen.complete());
  CHECK(count(seen, what::created) == tasks);
  CHECK(count(seen, what::started) == tasks);
  CHECK(count(seen, what::finished) == tasks);
  const history run = trace::read_history(seen);
  REQUIRE(run.tasks.size() == tasks);
  check_order(run);
  std::uint64_t roots = 0;
  std::map<std::uint32_t, int> children;
  for (const auto& task : run.tasks) {
    CHECK(run.name_of(task) == "A");
    if (task.parent == history::none) ++roots;
    if (task.parent != history::none) ++children[task.parent];
  }
  CHECK(roots == k);
  for (const auto& [parent, two] : children) CHECK(two == 2);
  CHECK(run.kinds.size() == 1);
  CHECK(run.kinds[0].colour == synthetic_task::colour);
}

/// As the README has it.
long fib(auto& worker, int n) {
  if (n < 2) return n;
  auto [a, b] = join(worker, [n](auto& w) { return fib(w, n - 1); }, [n](auto& w) { return fib(w, n - 2); });
  return a + b;
}

}  // namespace

TEST_CASE("a recursion whose worker is handed down is recorded, each second branch as a task") {
  recorded scheduler(2);
  CHECK(scheduler.run([](auto& worker) { return fib(worker, 15); }) == 610);
  CHECK(trace::read_history(scheduler.observer().take()).tasks.size() == 987);  // 986 joins, and the run
}

TEST_CASE("every task of a run is recorded, run after run") {
  for (const unsigned workers : {1U, 2U, 4U}) {
    recorded scheduler(workers);
    for (int i = 0; i < scaled(20); ++i) {
      scheduler.run_each(synthetic_task::initial(k));
      check_synthetic(scheduler.observer().take());
    }
    CHECK(scheduler.observer().take().workers.size() == workers);
  }
}

TEST_CASE("any scheduler shows its runs to an observer that is chosen at run time") {
  for (const char* pool : {"sq1", "dq8", "rq2", "jackdaw", "dq1"}) {
    scheduler_choice choice{
        .pool = pool, .workers = 2, .observer = &observe::any_observer::make<trace::recorder>};
    any_scheduler scheduler = tests::make_scheduler(choice);
    auto* const recorder = scheduler.observer<trace::recorder>();
    REQUIRE(recorder != nullptr);
    scheduler.run_each(synthetic_task::initial(k));
    CAPTURE(pool);
    check_synthetic(recorder->take());
    scheduler.run([&scheduler] { scheduler.run([] {}); });
    CHECK(count(recorder->take(), what::started) == 1);  // the run inside is a part of its task
  }
  CHECK(tests::make_scheduler({.pool = "sq1", .workers = 1}).observer<trace::recorder>() == nullptr);
}

TEST_CASE("any scheduler lends its observer to one that runs in its place, with joins") {
  using observed =
      basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, observe::borrowed>;
  const knary tree{4, 3, 0};
  any_scheduler chosen = tests::make_scheduler(
      {.pool = "dq8", .workers = 2, .observer = &observe::any_observer::make<trace::recorder>});
  auto* const recorder = chosen.observer<trace::recorder>();
  for (int i = 0; i < scaled(10); ++i) {
    chosen.lend_observer([&](observe::any_observer& lent) {
      observed other(2);
      other.observer().show(lent);
      CHECK(other.observer().as<trace::recorder>() == recorder);
      other.run([&](observed::worker_type& w) { knary_joined(w, tree); });
      other.run([&](observed::worker_type& w) { knary_grouped(w, tree); });
    });
    const auto seen = recorder->take();
    CHECK(count(seen, what::started) == 1 + 2 * tree.lower().nodes() + tree.nodes());
    CHECK(count(seen, what::joined) == 2 * tree.lower().nodes());
    check_order(trace::read_history(seen));
    chosen.run_each(synthetic_task::initial(k));  // and works again
    check_synthetic(recorder->take());
  }
  CHECK_THROWS(chosen.lend_observer([](observe::any_observer&) { throw 7; }));
  chosen.run_each(synthetic_task::initial(k));
  check_synthetic(recorder->take());
}

TEST_CASE("numbers of tasks begin again where they end, and joins find their branches all the same") {
  struct late : trace::recorder {
    explicit late(unsigned workers) : trace::recorder(workers, (trace::task_number{1} << 31U) - 512) {}
  };
  using scheduler_type = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, late>;
  const knary tree{6, 3, 0};
  for (const unsigned workers : {1U, 3U}) {
    scheduler_type scheduler(workers);
    scheduler.run([&](scheduler_type::worker_type& w) { knary_joined(w, tree); });
    const auto seen = scheduler.observer().take();
    std::set<trace::task_number> ended;
    std::set<trace::task_number> joined;
    for (const auto& events : seen.workers) {
      for (const auto& each : events) {
        CHECK(each.subject < trace::task_number{1} << 31U);
        if (each.happened() == what::finished) ended.insert(each.subject);
        if (each.happened() == what::joined) joined.insert(each.subject);
      }
    }
    CHECK(!ended.contains(0));
    CHECK(ended.size() == 1 + 2 * tree.lower().nodes());
    CHECK(joined.size() == 2 * tree.lower().nodes());
    CHECK(std::ranges::includes(ended, joined));
    CHECK(*joined.begin() < 512);  // and on both sides of the end
    CHECK(*joined.rbegin() > (trace::task_number{1} << 31U) - 512);
  }
}

TEST_CASE("a task that waits for others is recorded with what it waits for") {
  const knary tree{3, 2, 0};
  recorded scheduler(2);
  scheduler.run(knary_root{tree});
  const history run = trace::read_history(scheduler.observer().take());
  check_order(run);
  std::map<std::uint32_t, int> waits_for;
  for (const auto& each : run.dependences) {
    CHECK(run.tasks[each.to].waited);
    CHECK(run.tasks[each.from].finished >= run.tasks[each.from].started);
    ++waits_for[each.to];
  }
  std::uint64_t inner = 0;
  for (const auto& [task, others] : waits_for) inner += others == 2 ? 1U : 0U;
  CHECK(inner == tree.lower().nodes());  // tasks that wait for both children; and one that waits for the root
  CHECK(waits_for.size() == inner + 1);
}

TEST_CASE("joins and groups are recorded as tasks, wherever they run") {
  const knary tree{4, 3, 0};
  for (const unsigned workers : {1U, 3U}) {
    recorded scheduler(workers);
    for (int i = 0; i < scaled(20); ++i) {
      scheduler.run([&](worker_type& w) { knary_joined(w, tree); });
      const auto joined = scheduler.observer().take();
      CHECK(count(joined, what::started) == 1 + 2 * tree.lower().nodes());  // two joins for three children
      CHECK(count(joined, what::joined) == 2 * tree.lower().nodes());
      check_order(trace::read_history(joined));
      scheduler.run([&](worker_type& w) { knary_grouped(w, tree); });
      const auto grouped = scheduler.observer().take();
      CHECK(count(grouped, what::started) == tree.nodes());
      CHECK(count(grouped, what::group_joined) >= tree.lower().nodes());  // by wait(), and at its scope's end
      check_order(trace::read_history(grouped));
    }
  }
}

TEST_CASE("memory is bounded: the first or the last events are kept, the others counted") {
  constexpr std::size_t room = 100;
  recorded_by_wall scheduler(1);
  for (const auto then : {when_full::stop, when_full::ring}) {
    scheduler.observer().keep(recording_capacity{room, then});
    for (int run = 0; run < 2; ++run) {
      scheduler.run_each(synthetic_task::initial(k));
      const auto seen = scheduler.observer().take();
      CHECK(!seen.complete());
      REQUIRE(seen.workers[0].size() == room);
      CHECK(seen.lost + room == 3 * synthetic_task::sum(k, &synthetic_task::tasks) + 2);  // and busy, idle
      const bool first = then == when_full::stop;
      if (first) CHECK(seen.workers[0].front().happened() == what::created);
      if (!first) CHECK(seen.workers[0].back().happened() == what::idle);
      const history part = trace::read_history(seen);  // any part can be read
      CHECK(part.lost == seen.lost);
    }
  }
  scheduler.observer().keep({});
  scheduler.run_each(synthetic_task::initial(k));
  check_synthetic(scheduler.observer().take());
}

TEST_CASE("steals and idle time are recorded") {
  recorded scheduler(2);
  std::atomic<bool> stolen{false};
  scheduler.run([&](auto& w) {
    for (int i = 0; i < 16; ++i) w.put([&stolen] { stolen = true; });
    while (!stolen) std::this_thread::yield();
  });
  const history run = trace::read_history(scheduler.observer().take());
  REQUIRE(!run.thefts.empty());
  for (const auto& theft : run.thefts) {
    CHECK(theft.thief != theft.victim);
    CHECK(theft.tasks >= 1);
  }
  CHECK(!run.idle.empty());
}

TEST_CASE("sleep is recorded: of the idle when they are busy again, or as still going on") {
  trace::basic_recorder<counted_work> seen(2);
  auto& sleeper = seen.listener_of(1);
  const auto sleep = [&](std::uint64_t units) {
    sleeper.parked();
    counted_work::spend(units);
    sleeper.woken();
  };
  sleep(1000);  // before the run
  seen.worker_busy(0);
  sleep(7);
  seen.worker_busy(1);
  sleep(5);  // inside a task, for others
  seen.worker_idle(1);
  counted_work::spend(1);
  sleeper.parked();
  counted_work::spend(3);
  seen.worker_idle(0);
  const history run = trace::read_history(seen.take());
  REQUIRE(run.parked.size() == 3);
  CHECK(run.parked[0].to - run.parked[0].from == 7);
  CHECK(run.parked[1].to - run.parked[1].from == 5);
  CHECK(run.parked[2].to == run.end);
  CHECK(run.parked[2].to - run.parked[2].from == 3);
  CHECK(seen.take().workers[1].size() == 1);  // it sleeps on
}

TEST_CASE("a run that fails is recorded, too, with the tasks that were dropped") {
  recorded scheduler(2);
  CHECK_THROWS(scheduler.run([](auto& w) {
    for (int i = 0; i < 10; ++i) w.put([] {});
    throw 7;
  }));
  const auto seen = scheduler.observer().take();
  CHECK(count(seen, what::started) == 11);
  CHECK(count(seen, what::finished) == 11);
}
}  // namespace recorder_test
