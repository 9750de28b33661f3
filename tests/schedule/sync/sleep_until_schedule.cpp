// No interleaving of falling asleep and of changes loses a notification. Time does not pass here, so that no timer
// makes up for one (docs/internals/verification/bugs-of-others.md: epoch-end).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/pool/families/central.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/crew/crew_pool.hpp>
#include <jackdaw/worker/idle/wake_every_put.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

struct state {
  explicit state(std::uint32_t notified = 0) : sleepers(notified) {}
  sync::sleepers sleepers;
  std::array<base::atomic<int>, 2> values{};  // of each thread that changes something
  base::atomic<int> returned{0};

  /// Predicates and changes are relaxed: only the protocol itself sees to it that no change is missed.
  void wait_for(int least) {
    sleepers.sleep_until(
        [&] { return values[0].load(base::relaxed) + values[1].load(base::relaxed) >= least; });
    returned.fetch_add(1, base::relaxed);
  }
  void raise(std::size_t by = 0) {
    values[by].store(values[by].load(base::relaxed) + 1, base::relaxed);
    sleepers.notify();
  }
};

using central_pool = pool::central<queue::locked<queue::linked_list<>, sync::spin_lock>>;

/// A member that waits by sleep_until, and one that puts.
struct crew {
  working::crew_pool<central_pool, working::wake_every_put> pool{2};
  std::array<tests::parcel<>, 2> items;
  base::atomic<int> got{0};
  base::atomic<bool> wrong{false};

  void put(unsigned id) {
    for (auto& item : items) {
      item.load();
      pool.put(id, item);
    }
  }
  void take(unsigned id) {
    while (got.load(base::relaxed) < static_cast<int>(items.size())) {
      if (task* const next = pool.next(id)) {
        if (!static_cast<tests::parcel<>*>(next)->take()) wrong.store(true, base::relaxed);
        got.fetch_add(1, base::relaxed);
      } else {
        sync::sleep_until([&] { return pool.in_sight(id); });
      }
    }
  }
};

}  // namespace

TEST_CASE("one sleeper, several changes") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->wait_for(2); },
                           [s] {
                             s->raise();
                             s->raise();
                           }},
                          [s] { return s->returned.peek() == 1; }};
  });
}

TEST_CASE("several sleepers with several conditions, and two threads that change something") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    return tests::program{
        {[s] { s->wait_for(1); }, [s] { s->wait_for(2); }, [s] { s->raise(0); }, [s] { s->raise(1); }},
        [s] { return s->returned.peek() == 2; }};
  });
}

TEST_CASE("a sleeping thread is notified of a crew's puts") {
  tests::explore(2000, [] {
    sync::notify();  // the process's own word is as it was before the last exploration
    auto c = std::make_shared<crew>();
    static_cast<void>(c->pool.expect(0));
    static_cast<void>(c->pool.expect(1));
    return tests::program{{[c] { c->take(0); }, [c] { c->put(1); }},
                          [c] { return c->got.peek() == 2 && !c->wrong.peek(); }};
  });
}

TEST_CASE("epoch-end: sleepers and changes while the count of notifications comes round") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>(sync::sleepers::largest_count);
    return tests::program{
        {[s] { s->wait_for(1); }, [s] { s->wait_for(2); }, [s] { s->raise(0); }, [s] { s->raise(1); }},
        [s] { return s->returned.peek() == 2; }};
  });
}

TEST_CASE("epoch-end: at the largest count as at any other a notification ends each announcement") {
  sync::sleepers all(sync::sleepers::largest_count - 1);
  for (int count = 0; count < 3; ++count) {
    int tests = 0;
    all.sleep_until([&] {
      if (++tests == 2) {  // announced, and about to sleep
        CHECK(all.announced());
        all.notify();
        CHECK(!all.announced());
      }
      return tests == 3;
    });
    all.notify();  // of the third test
    CHECK(!all.announced());
  }
}

TEST_CASE("epoch-end: a thread that does not sleep after all takes no other announcement with it") {
  for (const std::uint32_t notified : {0U, sync::sleepers::largest_count}) {
    sync::sleepers all(notified);
    int tests = 0;
    all.sleep_until([&] {
      if (++tests == 2) {
        all.sleep_until([others = 0]() mutable { return ++others == 2; });  // announces itself, and goes on
        CHECK(all.announced());
      }
      return tests == 2;
    });
  }
}
