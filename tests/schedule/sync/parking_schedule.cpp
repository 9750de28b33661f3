// No interleaving of going to sleep and waking loses a wake-up
// (docs/internals/verification/bugs-of-others.md: missed-queue, epoch-end, counter-drift).
#include <array>
#include <cstdint>
#include <memory>

#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/parking.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Work is made visible by a relaxed store: only the protocol itself sees to it that it is not missed.
struct state {
  explicit state(unsigned places) : parking(places) {}
  sync::parking parking;
  base::atomic<int> work{0};
};

void sleep_until_work(state& s, unsigned place, int amount) {
  while (s.work.load(base::relaxed) < amount) {
    s.parking.prepare(place);
    if (s.work.load(base::relaxed) >= amount) {
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
                             s->work.store(1, base::relaxed);
                             s->parking.wake_one(0);
                           }},
                          [s] { return s->parking.sleepers() == 0; }};
  });
}

TEST_CASE("two sleepers, two wakers of one each") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>(2U);
    const auto waker = [s] {
      s->work.fetch_add(1, base::relaxed);
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
                             s->work.store(1, base::relaxed);
                             s->parking.wake(0);
                             s->work.store(2, base::relaxed);
                             s->parking.wake_all();
                           }},
                          [s] { return s->parking.sleepers() == 0; }};
  });
}

namespace {

/// Wakers tell a sleeper by the reason where their data lie. Sleepers go on whatever happens, so that each way out of a
/// sleep is taken.
struct letters {
  static constexpr std::uint32_t first_reason = 2;
  static constexpr unsigned places = 2;

  sync::parking parking{places};
  std::array<simulated::plain<int>, 8> letter{};
  std::array<bool, 8> sent{};
  std::array<bool, 8> received{};

  void receive(std::uint32_t reason) {
    if (reason == sync::parking::no_reason) return;
    auto& mine = letter[reason - first_reason];
    received[reason - first_reason] = mine.get() == 1;
    mine.set(2);
  }
  void sleep(unsigned place, int times) {
    constexpr std::int64_t short_time = 1'000;
    for (int i = 0; i < times; ++i) {
      parking.prepare(place);
      if (i % 2 == 0 && parking.park_for(place, short_time)) {
        receive(parking.park(place));  // returns at once
      } else {
        receive(parking.cancel(place));
      }
    }
  }
  void write(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      letter[i].set(1);
      sent[i] = parking.wake_one(i % places, first_reason + i);
    }
  }
};

}  // namespace

TEST_CASE("what a waker has written before is there for the one that it wakes, and for no other") {
  tests::explore(4000, [] {
    auto l = std::make_shared<letters>();
    return tests::program{
        {[l] { l->sleep(0, 4); }, [l] { l->sleep(1, 3); }, [l] { l->write(0, 4); }, [l] { l->write(4, 4); }},
        [l] { return l->sent == l->received && l->parking.sleepers() == 0; }};
  });
}

TEST_CASE("after a sleep without end, too") {
  tests::explore(2000, [] {
    auto l = std::make_shared<letters>();
    return tests::program{{[l] {
                             l->parking.prepare(0);
                             l->receive(l->parking.park(0));
                           },
                           [l] {
                             l->letter[0].set(1);
                             while (!(l->sent[0] = l->parking.wake_one(0, letters::first_reason)))
                               base::pause();
                           }},
                          [l] { return l->received[0]; }};
  });
}

TEST_CASE("after a sleep for some time, too, which says only that there was a waker") {
  tests::explore(2000, [] {
    constexpr std::int64_t short_time = 1'000;
    auto l = std::make_shared<letters>();
    return tests::program{{[l] {
                             l->parking.prepare(0);
                             if (l->parking.park_for(0, short_time)) {
                               l->receive(letters::first_reason);
                             } else {
                               l->parking.cancel(0);
                             }
                           },
                           [l] {
                             l->letter[0].set(1);
                             static_cast<void>(l->parking.wake(0));
                           }},
                          [l] { return l->letter[0].peek() == (l->received[0] ? 2 : 1); }};
  });
}

TEST_CASE("a change of another word counts all that were announced before they saw the old one") {
  tests::explore(3000, [] {
    struct counted {
      sync::parking parking{2};
      base::atomic<int> searching{1};
      std::array<bool, 2> sleeps{};
      unsigned seen = 0;
    };
    auto s = std::make_shared<counted>();
    const auto sleeper = [s](unsigned place) {
      s->parking.prepare(place);
      s->sleeps[place] = s->searching.load(base::relaxed) == 1;
    };
    return tests::program{{[=] { sleeper(0); }, [=] { sleeper(1); },
                           [s] {
                             s->searching.fetch_sub(1, base::seq_cst);
                             s->seen = s->parking.sleepers_now();
                           }},
                          [s] { return s->seen >= unsigned{s->sleeps[0]} + unsigned{s->sleeps[1]}; }};
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
      int seen = work.load(base::relaxed);
      while (seen > 0) {
        if (work.compare_exchange_weak(seen, seen - 1, base::relaxed)) return true;
      }
      return false;
    }
    void serve(unsigned place) {
      while (done.load(base::relaxed) < all) {
        if (take()) {
          if (done.fetch_add(1, base::relaxed) + 1 == all) parking.wake_all();
          continue;
        }
        parking.prepare(place);
        if (work.load(base::relaxed) > 0 || done.load(base::relaxed) == all) {
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
        s->work.fetch_add(1, base::relaxed);
        s->parking.wake_one(static_cast<unsigned>(i) % 2, handed_on);
      }
    };
    return tests::program{{[s] { s->serve(0); }, [s] { s->serve(1); }, [=] { waker(3); }, [=] { waker(2); }},
                          [s] { return s->parking.sleepers() == 0 && s->done.peek() == all; }};
  });
}
