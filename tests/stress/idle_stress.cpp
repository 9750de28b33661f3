// Falling asleep and waking up, a great many times (docs/internals/verification/bugs-of-others.md: missed-queue,
// counter-drift, shutdown-race, idle-burn).
#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/random.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

#include "tests/support/machine/asleep.hpp"
#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

TEST_CASE("missed-queue: initial tasks and puts reach workers that are falling asleep") {
  tests::for_each_choice({1, 2, 4}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    std::atomic<int> done{0};
    base::random random(5);
    for (int round = 0; round < tests::scaled(300); ++round) {
      // Pauses of about the time that the workers take to give up.
      const double until = base::seconds_now() + 1e-6 * random.below(60);
      while (base::seconds_now() < until) base::pause();
      scheduler.run([&](any_worker& w) {
        w.put([&] { ++done; });
        w.put([&](any_worker& v) { v.put([&] { ++done; }); });
      });
    }
    CHECK(done == 2 * tests::scaled(300));
  });
}

TEST_CASE("idle-burn: a task that is alone wakes no worker") {
  scheduler sched({.workers = 3, .surplus = surplus_use::work});  // a lookout is woken for that
  std::array<std::atomic<pid_t>, 2> others{};
  {
    flow tasks(sched);
    for (unsigned i = 0; i < 2; ++i) tasks.submit(pinned(i + 1), [&others, i] { others[i] = gettid(); });
    tasks.wait();
  }
  const auto all_sleep = [&others] {
    for (const auto& each : others) {
      while (!tests::asleep(each)) std::this_thread::yield();
    }
  };
  base::tally counted;
  {
    const base::tally_scope here(counted);  // of this thread, which is worker 0 in a run
    for (int round = 0; round < tests::scaled(300); ++round) {
      all_sleep();  // or are blocked on their way to sleep: then they do soon
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      all_sleep();
      sched.run([] {});
    }
    CHECK(counted.wakes == 0);
    sched.run([](worker& w) {  // another one that waits is woken as before
      std::atomic<bool> begun{false};
      w.put([&] { begun = true; });
      while (!begun) base::pause();
    });
  }
}

TEST_CASE("idle-burn: a trickle of tasks wakes two workers for each of them as a rule, however many sleep") {
  constexpr unsigned workers = 8;
  for (const char* const idle : {"spin_yield_park", "spin_long", "park_soon"}) {
    CAPTURE(std::string(idle));
    auto scheduler =
        tests::make_scheduler({.idle = idle, .workers = workers, .options = {.surplus = surplus_use::work}});
    const int tasks = tests::scaled(100);
    const auto before = scheduler.totals();
    scheduler.run([&](any_worker& w) {
      for (int i = 0; i < tasks; ++i) {
        while (!tests::others_asleep()) std::this_thread::yield();
        std::atomic<bool> begun{false};
        w.put([&] { begun = true; });  // a worker is woken for it
        while (!begun) std::this_thread::yield();
      }
    });
    // The worker that has found it wakes another one, to look for more, and so does that one where it still sees the
    // task that the first is about to take. Seen were 2.0 to 2.4 for each task; all sleepers would be 7.
    CHECK(scheduler.totals().since(before).wakes <= static_cast<unsigned>(4 * tasks) + 4 * workers);
  }
}

TEST_CASE("counter-drift: 200 000 announcements, cancelled or woken, leave no sleeper behind") {
  sync::parking parking(2);
  std::atomic<bool> stop{false};
  std::thread waker([&] {
    while (!stop) {
      parking.wake_one(0);
      parking.wake(1);
      parking.wake_all();
    }
  });
  for (int cycle = 0; cycle < tests::scaled(200'000); ++cycle) {
    parking.prepare(1);
    if (cycle % 2 == 0) {
      parking.cancel(1);
    } else {
      parking.park(1);
    }
  }
  stop = true;
  waker.join();
  CHECK(parking.sleepers() == 0);
}

TEST_CASE("shutdown-race: schedulers made and destroyed while their workers still look for work") {
  for (int round = 0; round < tests::scaled(2000); ++round) {
    scheduler sched(1 + static_cast<unsigned>(round % 4));
    if (round % 3 != 0) {
      std::atomic<int> done{0};
      sched.run([&](worker& w) {
        for (int i = 0; i < 3; ++i) w.put([&] { ++done; });
      });
      CHECK(done == 3);
    }
  }
}

TEST_CASE("idle-burn: the workers of an idle scheduler use no processor") {
  working::idle_catalogue.for_each([]<class Idle>(const working::idle_entry<Idle>& entry) {
    if (working::waits_actively<Idle>) return;
    CAPTURE(std::string(entry.name));
    auto scheduler = tests::make_scheduler({.idle = std::string(entry.name), .workers = 4});
    scheduler.run([] {});
    // Not a measure of speed: spinning workers would use 1.2 s each time, parked ones none. Those that have just worked
    // look for more a number of times first, which takes as long as it takes.
    bool rests = false;
    for (int look = 0; look < 20 && !rests; ++look) {
      const std::uint64_t before = base::process_cpu_nanoseconds();
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      rests = base::process_cpu_nanoseconds() - before < 100'000'000;
    }
    CHECK(rests);
  });
}

TEST_CASE("threads outnumber processors by far") {
  for (const auto& pool : pool_names()) {
    CAPTURE(pool);
    auto scheduler = tests::make_scheduler({.pool = pool, .workers = 64});
    std::atomic<int> done{0};
    for (int round = 0; round < tests::scaled(20); ++round) {
      scheduler.run([&](any_worker& w) {
        for (int i = 0; i < 200; ++i) w.put([&] { ++done; });
      });
    }
    CHECK(done == 200 * tests::scaled(20));
  }
}
