// No interleaving of waiting and telling misses a change. There is no timer that makes up for one
// (docs/internals/verification/bugs-of-others.md: missed-queue).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/sync/waiting_room.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Conditions and changes are relaxed: only the protocol itself sees to it that no change is missed.
struct state {
  sync::waiting_room room;
  std::array<base::atomic<int>, 2> changes{};  // by teller
  base::atomic<int> returned{0};

  void wait(int least) {
    room.wait([&] { return seen() >= least; });
    returned.fetch_add(1, base::relaxed);
  }
  /// For a time that may be over at once.
  void wait_for_a_while(int least) {
    constexpr std::int64_t short_time = 1'000'000;
    if (!room.wait_for(short_time, [&] { return seen() >= least; })) return wait(least);
    returned.fetch_add(1, base::relaxed);
  }
  void change(std::size_t teller) {
    changes[teller].store(changes[teller].load(base::relaxed) + 1, base::relaxed);
    room.tell();
  }
  /// A waiting thread looks some times before it enters the room: others should not be done by then.
  static void let_others_go_on(std::uint64_t seed) {
    base::random random(seed);
    for (std::uint32_t left = random.below(80); left > 0; --left) base::pause();
  }
  [[nodiscard]] int seen() const { return changes[0].load(base::relaxed) + changes[1].load(base::relaxed); }
};

}  // namespace

TEST_CASE("one that waits, two changes") {
  tests::explore_programs(6000, [](std::uint64_t seed) {
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->wait(2); },
                           [s, seed] {
                             state::let_others_go_on(seed);
                             s->change(0);
                             s->change(0);
                           }},
                          [s] { return s->returned.peek() == 1 && !s->room.anybody(); }};
  });
}

TEST_CASE("two that wait, one after the other comes and goes while two tell") {
  tests::explore_programs(6000, [](std::uint64_t seed) {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->wait(1);
                             s->wait_for_a_while(3);
                           },
                           [s] { s->wait(2); },
                           [s, seed] {
                             state::let_others_go_on(seed);
                             s->change(0);
                             s->change(0);
                           },
                           [s, seed] {
                             state::let_others_go_on(seed / 3);
                             s->change(1);
                           }},
                          [s] { return s->returned.peek() == 3 && !s->room.anybody(); }};
  });
}
