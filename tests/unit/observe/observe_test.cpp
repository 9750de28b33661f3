// What observers and counters see of a run.
#include <atomic>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/base/tally.hpp>
#include <jackdaw/measure/hardware.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/observe/run_counts.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

namespace observe_test {

using namespace jackdaw;

namespace {

template <class Pool>
using counted = basic_scheduler<Pool, working::spin_yield_park, memory::cgbkof, observe::run_counts>;

/// A task that does not end before another worker has taken the one that it has put.
template <class Pool>
void check_steals(std::uint64_t per_steal) {
  counted<Pool> scheduler(2);
  std::atomic<bool> stolen{false};
  std::uint64_t before = 0;  // thefts of what run() begins with, alone in its queue
  scheduler.run([&](auto& w) {
    before = w.id() == 0 ? 0 : 1;
    for (int i = 0; i < 16; ++i) w.put([&stolen] { stolen = true; });
    while (!stolen) std::this_thread::yield();
  });
  const observe::run_totals seen = scheduler.observer().totals();
  CHECK(seen.tasks_put == 17);
  CHECK(seen.tasks_run == 17);
  CHECK(seen.steals_done >= 1);
  CHECK(seen.steals_tried >= seen.steals_done);
  CHECK(seen.tasks_stolen >= before + (seen.steals_done - before) * per_steal);
}

/// Takes a lock while another thread waits for it; how often that thread waited.
template <class Lock>
std::uint64_t lock_waits() {
  Lock lock;
  base::tally mine;
  lock.lock();
  std::thread other([&] {
    const base::tally_scope counting(mine);
    lock.lock();
    lock.unlock();
    lock.lock();  // free: not counted
    lock.unlock();
  });
  while (mine.lock_waits.load() == 0) std::this_thread::yield();
  lock.unlock();
  other.join();
  return mine.lock_waits.load();
}

}  // namespace

TEST_CASE("steals are counted, with what they moved") {
  check_steals<pool::split_pool>(1);
  check_steals<pool::dq2>(1);
  check_steals<pool::dq8>(4);
}

TEST_CASE("waiting for a lock is counted once a lock") {
  CHECK(lock_waits<sync::spin_lock>() == 1);
  CHECK(lock_waits<sync::blocking_lock>() == 1);
}

TEST_CASE("sleeping and waking are counted") {
  sync::parking places(2);
  base::tally sleeper;
  base::tally waker;
  std::thread other([&] {
    const base::tally_scope counting(sleeper);
    places.prepare(1);
    static_cast<void>(places.park(1));
  });
  while (sleeper.parks.load() == 0) std::this_thread::yield();
  {
    const base::tally_scope counting(waker);
    CHECK(places.wake_one(0));
  }
  other.join();
  CHECK(waker.wakes.load() == 1);
  CHECK(waker.parks.load() == 0);
}

TEST_CASE("a tally counts for the innermost scope, and not without one") {
  base::tally outer;
  base::tally inner;
  base::tally::count(&base::tally::wakes);
  {
    const base::tally_scope first(outer);
    {
      const base::tally_scope second(inner);
      base::tally::count_steal(1, 3);
      base::tally::count_steal(1, 0);
    }
    base::tally::count_steal(1, 5);
  }
  base::tally::count_steal(1, 7);
  CHECK(inner.steals_tried.load() == 2);
  CHECK(inner.steals_done.load() == 1);
  CHECK(inner.tasks_stolen.load() == 3);
  CHECK(outer.tasks_stolen.load() == 5);
  CHECK(outer.wakes.load() == 0);
}

TEST_CASE("the peak of stored tasks is right up to the coarseness") {
  constexpr std::uint64_t many = 1000;
  counted<pool::sq1> scheduler(1);
  for (int run = 1; run <= 2; ++run) {
    scheduler.run([](auto& w) {
      for (std::uint64_t i = 0; i < many; ++i) w.put([] {});
    });
    const observe::run_totals seen = scheduler.observer().totals();
    CHECK(seen.peak_stored <= many);
    CHECK(seen.peak_stored + observe::run_counts::coarse > many);
    CHECK(seen.tasks_run == (many + 1) * static_cast<std::uint64_t>(run));
  }
}

TEST_CASE("hardware counters count, or say why not") {
  const measure::hardware_counters counters;
  const auto before = counters.read();
  std::atomic<int> work{0};
  for (int i = 0; i < 100000; ++i) work.fetch_add(1);
  const auto after = counters.read();
  bool all = true;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (!after[i] || !before[i]) {
      all = false;
    } else {
      CHECK(*after[i] >= *before[i]);
    }
  }
  if (!all && counters.unavailable().empty()) MESSAGE("a counter did not get its turn");
  if (all) CHECK(*after[1] - *before[1] > 100000);  // instructions
}

}  // namespace observe_test
