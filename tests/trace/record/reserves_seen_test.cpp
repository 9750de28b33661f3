// Observers of the library see reserve threads: a run whose tasks wait for each other's handles is recorded as it is.
#include <atomic>
#include <cstdint>
#include <sstream>
#include <system_error>

#include <doctest/doctest.h>

#include <jackdaw/flow.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/observe.hpp>
#include <jackdaw/trace.hpp>

namespace reserves_seen_test {
using namespace jackdaw;

namespace {

/// Three tasks wait inside, so that two workers are not enough, and a fourth one ends their waits.
template <class Scheduler>
int wait_in_a_chain(Scheduler& sched) {
  handle<int> first(0), second(0), third(0), fourth(0);
  basic_flow<Scheduler> tasks(sched);
  std::atomic<int> waiting{0};
  tasks.submit(write(second), [&](int& x) {
    tasks.submit(write(first), [&](int& y) {
      while (waiting < 2) std::this_thread::yield();  // all workers wait by then
      y = 1;
    });
    tasks.wait(first);
    x = first.value() + 1;
  });
  tasks.submit(write(third), [&](int& x) {
    ++waiting;
    tasks.wait(second);
    x = second.value() + 1;
  });
  tasks.submit(write(fourth), [&](int& x) {
    ++waiting;
    tasks.wait(third);
    x = third.value() + 1;
  });
  tasks.wait();
  return fourth.value();
}

std::uint64_t finished_on(const recording& seen, std::size_t track) {
  std::uint64_t sum = 0;
  for (const auto& each : seen.workers[track]) sum += each.happened() == trace::what::finished ? 1U : 0U;
  return sum;
}

/// Counts tasks, and knows of workers only.
struct of_workers : null_observer {
  using null_observer::null_observer;
};

}  // namespace

TEST_CASE("a recorder has a track for each reserve thread that worked, behind those of the workers") {
  recorded_scheduler sched(2);
  CHECK(wait_in_a_chain(sched) == 4);
  sched.await_rest();
  const recording seen = sched.observer().take();
  REQUIRE(seen.workers.size() > 2);
  std::uint64_t tasks = 0;
  std::uint64_t on_reserve = 0;
  for (std::size_t track = 0; track < seen.workers.size(); ++track) {
    tasks += finished_on(seen, track);
    if (track >= 2) on_reserve += finished_on(seen, track);
  }
  CHECK(tasks == 4);
  CHECK(on_reserve >= 2);  // four tasks were under way at a time, each on a thread of its own
  CHECK(seen.lost == 0);

  std::stringstream file;
  write_run(file, {.title = "waits", .pool = "jackdaw", .seen = seen});
  const auto again = read_run(file, "file");
  CHECK(again.seen.workers.size() == seen.workers.size());
  CHECK(trace::read_history(again.seen).tasks.size() == 4);

  sched.run([](auto& w) { w.put([] {}); });
  CHECK(sched.observer().take().workers.size() == 2);
}

TEST_CASE("observers that count see what reserve threads execute") {
  observed_scheduler<task_count> counted(2);
  CHECK(wait_in_a_chain(counted) == 4);
  counted.await_rest();
  CHECK(counted.observer().total() == 4);

  observed_scheduler<run_counts> all(2);
  CHECK(wait_in_a_chain(all) == 4);
  all.await_rest();
  CHECK(all.observer().total() == 4);

  observed_scheduler<work_span> measured(2);
  CHECK(wait_in_a_chain(measured) == 4);
  measured.await_rest();
  CHECK(measured.observer().result().tasks == 4);

  observed_scheduler<both<recorder, activity>> twice(2);
  CHECK(wait_in_a_chain(twice) == 4);
  twice.await_rest();
  CHECK(twice.observer().as<recorder>()->take().workers.size() > 2);
}

TEST_CASE(
    "where an observer counts workers only, there are no reserve threads: the last worker does not wait") {
  observed_scheduler<of_workers> sched(1);
  handle<int> first(0);
  basic_flow tasks(sched);
  bool refused = false;
  tasks.submit([&] {
    tasks.submit(write(first), [](int& y) { y = 1; });
    try {
      tasks.wait(first);
    } catch (const std::system_error&) { refused = true; }
  });
  tasks.wait();
  CHECK(refused);
  CHECK(first.value() == 1);
}

}  // namespace reserves_seen_test
