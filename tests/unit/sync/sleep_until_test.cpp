// Sleeping until a condition holds: it does when sleep_until returns, whichever thread has changed it, told or not, and
// sleeping needs next to no processor.
#include <array>
#include <atomic>
#include <stdexcept>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/crew/basic_crew.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace sleep_until_test {

using namespace jackdaw;

TEST_CASE("a condition that holds costs one test") {
  int tests = 0;
  sync::sleep_until([&] { return ++tests == 1; });
  CHECK(tests == 1);
}

TEST_CASE("a change is seen, with a notification or without") {
  for (const bool told : {true, false}) {
    std::atomic<bool> asleep{false};
    std::atomic<bool> ready{false};
    std::jthread other([&] {
      while (!asleep) sync::yield();
      ready = true;
      if (told) sync::notify();
    });
    int tests = 0;
    sync::sleep_until([&] {
      if (++tests == 3) asleep = true;  // the third test follows a sleep
      return ready.load();
    });
    CHECK(ready);
    CHECK(tests >= 3);
  }
}

TEST_CASE("the time until which WSL06 lets a thread sleep passes without busy waiting") {
  // The intervals double, so a tenth of a second has some twenty tests; a thread that is not woken has fewer.
  const double until = base::seconds_now() + 0.1;
  int tests = 0;
  sync::sleep_until([&] {
    ++tests;
    return base::seconds_now() >= until;
  });
  CHECK(base::seconds_now() >= until);
  CHECK(tests < 40);
}

TEST_CASE("many threads hand a turn round") {
  constexpr int threads = 4;
  constexpr int turns = 400;
  sync::sleepers waiting;
  std::atomic<int> turn{0};
  int plain = 0;  // by whose turn it is
  {
    std::array<std::jthread, threads> all;
    for (int id = 0; id < threads; ++id) {
      all[static_cast<std::size_t>(id)] = std::jthread([&, id] {
        for (int next = id; next < turns; next += threads) {
          waiting.sleep_until([&] { return turn.load() == next; });
          ++plain;
          turn = next + 1;
          waiting.notify();
        }
      });
    }
  }
  CHECK(plain == turns);
}

TEST_CASE("a predicate that throws ends the sleep; others go on") {
  sync::sleepers some;
  CHECK_THROWS_AS(some.sleep_until([tests = 0]() mutable {
    if (++tests == 2) throw std::runtime_error("no");
    return false;
  }),
                  std::runtime_error);
  some.sleep_until([tests = 0]() mutable { return ++tests == 3; });
}

TEST_CASE("members of a crew may wait in their own way") {
  crew<int> items(2);
  std::atomic<int> open{1};
  std::atomic<int> got{0};
  const auto work = [&](auto& me) {
    for (;;) {
      const auto depth = me.try_get();
      if (!depth) {
        if (open == 0) return;
        sync::sleep_until([&] { return me.in_sight() || open == 0; });
        continue;
      }
      ++got;
      for (int child = 0; child < 2 && *depth > 0; ++child) {
        ++open;
        me.put(*depth - 1);
      }
      if (--open == 0) sync::notify();
    }
  };
  auto first = items.join();
  first.put(10);
  {
    std::jthread other([&] {
      auto me = items.join();
      work(me);
    });
    work(first);
  }
  CHECK(got == 2047);
}

TEST_CASE("what a scheduler does is seen by threads that are no workers") {
  scheduler workers;
  std::atomic<int> done{0};
  std::jthread other([&] { workers.run([&] { done = 1; }); });
  sync::sleep_until([&] { return done == 1; });
  CHECK(done == 1);
}

TEST_CASE("a task may sleep until another one has made its condition true") {
  scheduler workers({.workers = 2, .surplus = surplus_use::work});
  for (int round = 0; round < 20; ++round) {
    std::atomic<bool> ready{false};
    workers.run([&](worker& w) {
      w.put([&] {
        ready = true;
        sync::notify();
      });
      sync::sleep_until([&] { return ready.load(); });  // this worker does not come to the other task
      CHECK(ready);
    });
  }
}

}  // namespace sleep_until_test
