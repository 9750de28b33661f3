// No interleaving of going to sleep and waking loses a wake-up
// (docs/internals/bugs-of-others.md: missed-queue, epoch-end, counter-drift).
#include <memory>

#include <jackdaw/sync/parking.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct state {
  explicit state(unsigned places) : parking(places) {}
  sync::parking parking;
  base::atomic<int> work{0};
};

void sleep_until_work(state& s, unsigned place, int amount) {
  while (s.work.load() < amount) {
    s.parking.prepare(place);
    if (s.work.load() >= amount) {
      s.parking.cancel(place);
    } else {
      s.parking.park(place);
    }
  }
}

}  // namespace

TEST_CASE("one sleeper, one waker") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>(1U);
    return tests::program{{[s] { sleep_until_work(*s, 0, 1); },
                           [s] {
                             s->work.store(1);
                             s->parking.wake_one(0);
                           }},
                          [s] { return s->parking.sleepers() == 0; }};
  });
}

TEST_CASE("two sleepers, two wakers of one each") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>(2U);
    const auto waker = [s] {
      s->work.fetch_add(1);
      s->parking.wake_one(0);
    };
    // Each sleeper is content with any work, so that two wake-ups suffice for two sleepers.
    return tests::program{
        {[s] { sleep_until_work(*s, 0, 1); }, [s] { sleep_until_work(*s, 1, 1); }, waker, waker},
        [s] { return s->parking.sleepers() == 0; }};
  });
}

TEST_CASE("wake and wake_all reach the workers that they are meant for") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>(3U);
    return tests::program{{[s] { sleep_until_work(*s, 0, 1); }, [s] { sleep_until_work(*s, 1, 2); },
                           [s] { sleep_until_work(*s, 2, 2); },
                           [s] {
                             s->work.store(1);
                             s->parking.wake(0);
                             s->work.store(2);
                             s->parking.wake_all();
                           }},
                          [s] { return s->parking.sleepers() == 0; }};
  });
}

TEST_CASE("epoch-end: a wait that was cancelled is over, and takes no wake-up from those that stand") {
  constexpr std::uint32_t reason = 7;
  sync::parking parking(2);
  parking.prepare(0);
  CHECK(parking.cancel(0) == sync::parking::no_reason);
  parking.prepare(1);
  CHECK(parking.sleepers() == 1);
  CHECK(parking.wake_one(1, reason));  // looks at place 0 first
  CHECK(parking.cancel(1) == reason);
  CHECK(parking.sleepers() == 0);
}

TEST_CASE("counter-drift: in a million cycles of each kind the count of sleepers is never wrong") {
  sync::parking parking(2);
  unsigned wrong = 0;
  for (int cycle = 0; cycle < 1'000'000; ++cycle) {
    parking.prepare(0);
    wrong += parking.sleepers() == 1 ? 0 : 1;
    const bool woken = cycle % 3 != 0 && parking.wake_one(0);
    if (woken && cycle % 3 == 1) {
      parking.park(0);
    } else {
      parking.cancel(0);  // of what has been woken already, too
    }
    wrong += parking.sleepers() == 0 ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("sleepers that sleep again, and wakers that wake again, before the others have gone on") {
  constexpr int all = 5;
  constexpr std::uint32_t handed_on = 7;
  struct shared {
    sync::parking parking{2};
    base::atomic<int> work{0};
    base::atomic<int> done{0};

    bool take() {
      int seen = work.load();
      while (seen > 0) {
        if (work.compare_exchange_weak(seen, seen - 1)) return true;
      }
      return false;
    }
    void serve(unsigned place) {
      while (done.load() < all) {
        if (take()) {
          if (done.fetch_add(1) + 1 == all) parking.wake_all();
          continue;
        }
        parking.prepare(place);
        if (work.load() > 0 || done.load() == all) {
          if (parking.cancel(place) == handed_on) parking.wake_one(place, handed_on);
        } else {
          parking.park(place);
        }
      }
    }
  };
  tests::explore(6000, [] {
    auto s = std::make_shared<shared>();
    const auto waker = [s](int times) {
      for (int i = 0; i < times; ++i) {
        s->work.fetch_add(1);
        s->parking.wake_one(static_cast<unsigned>(i) % 2, handed_on);
      }
    };
    return tests::program{{[s] { s->serve(0); }, [s] { s->serve(1); }, [=] { waker(3); }, [=] { waker(2); }},
                          [s] { return s->parking.sleepers() == 0 && s->done.peek() == all; }};
  });
}
