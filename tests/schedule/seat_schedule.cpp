// No caller waits for the seat of worker 0 when its work is over, and none oversleeps its chance to take it (known-bugs:
// wait-for-strangers).
#include <array>
#include <memory>

#include <jackdaw/sync/waiting_room.hpp>
#include <jackdaw/worker/first_seat.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Callers wait for the end of one piece of work each, which is done by whoever has the seat, or by a worker.
struct callers {
  working::first_seat seat;
  std::array<base::atomic<int>, 3> over{};
  base::atomic<int> inside{0};
  base::atomic<int> together{0};

  void finish(std::size_t work) {
    over[work].store(1);
    seat.tell();
  }

  /// Returns when `own` is over; does the work from `first` on, as long as it has the seat.
  void wait_for(std::size_t own, std::size_t first) {
    const auto is_over = [&] { return over[own].load() != 0; };
    if (is_over() || !seat.take_unless(is_over)) return;
    if (inside.fetch_add(1) != 0) together.fetch_add(1);
    for (std::size_t work = first; work <= own; ++work) finish(work);
    inside.fetch_sub(1);
    seat.leave();
  }

  [[nodiscard]] bool ended_well() const {
    for (const auto& each : over) {
      if (each.peek() != 1) return false;
    }
    return together.peek() == 0;
  }
};

}  // namespace

TEST_CASE("a room: two threads wait for a condition each, and are told of changes one by one") {
  tests::explore(4000, [] {
    struct state {
      sync::waiting_room room;
      base::atomic<int> value{0};
    };
    auto s = std::make_shared<state>();
    const auto wait_for = [s](int value) { s->room.wait([s, value] { return s->value.load() >= value; }); };
    const auto add = [s] {
      s->value.fetch_add(1);
      s->room.tell();
    };
    return tests::program{{[=] { wait_for(1); }, [=] { wait_for(2); }, add, add},
                          [s] { return !s->room.anybody(); }};
  });
}

TEST_CASE("one has the seat while a worker finishes what the others wait for") {
  tests::explore(4000, [] {
    auto s = std::make_shared<callers>();
    return tests::program{{[s] { s->wait_for(0, 0); }, [s] { s->wait_for(1, 0); }, [s] { s->finish(2); }},
                          [s] { return s->ended_well(); }};
  });
}

TEST_CASE("a caller whose work is over returns while another one keeps the seat") {
  tests::explore(3000, [] {
    struct state : callers {
      sync::waiting_room gone;
      base::atomic<int> returned{0};
    };
    auto s = std::make_shared<state>();
    const bool kept = s->seat.take();
    return tests::program{{[s] {
                             s->wait_for(0, 0);
                             s->returned.store(1);
                             s->gone.tell();
                           },
                           [s] { s->finish(0); },
                           [s] {
                             s->gone.wait([s] { return s->returned.load() != 0; });
                             s->seat.leave();
                           }},
                          [kept] { return kept; }};
  });
}

TEST_CASE("the seat goes from one to the next as long as there is work for nobody else") {
  tests::explore(4000, [] {
    auto s = std::make_shared<callers>();
    return tests::program{
        {[s] { s->wait_for(0, 0); }, [s] { s->wait_for(1, 1); }, [s] { s->wait_for(2, 2); }},
        [s] { return s->ended_well(); }};
  });
}
