// No caller waits for the seat of worker 0 when its work is over, and none oversleeps its chance to take it
// (docs/internals/verification/bugs-of-others.md: wait-for-strangers). The holder of the seat hears that its work is over
// (nobody-behind).
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/waiting_room.hpp>
#include <jackdaw/worker/external/first_seat.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Callers wait for the end of one piece of work each, which is done by the thread that has the seat, or by a worker.
struct callers {
  working::first_seat seat;
  std::array<base::atomic<int>, 3> over{};
  simulated::plain<int> done_here;  // with the seat
  base::atomic<int> inside{0};
  base::atomic<int> together{0};

  void finish(std::size_t work) {
    over[work].store(1, base::relaxed);
    seat.tell();
  }

  /// Returns when `own` is over; does the work from `first` on, as long as it has the seat.
  void wait_for(std::size_t own, std::size_t first) {
    const auto is_over = [&] { return over[own].load(base::relaxed) != 0; };
    if (is_over() || !seat.take_unless(is_over)) return;
    if (inside.fetch_add(1, base::relaxed) != 0) together.fetch_add(1, base::relaxed);
    for (std::size_t work = first; work <= own; ++work) {
      done_here.set(done_here.get() + 1);
      finish(work);
    }
    inside.fetch_sub(1, base::relaxed);
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
    const auto wait_for = [s](int value) {
      s->room.wait([s, value] { return s->value.load(base::relaxed) >= value; });
    };
    const auto add = [s] {
      s->value.fetch_add(1, base::relaxed);
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
                             s->returned.store(1, base::relaxed);
                             s->gone.tell();
                           },
                           [s] { s->finish(0); },
                           [s] {
                             s->gone.wait([s] { return s->returned.load(base::relaxed) != 0; });
                             s->seat.leave();
                           }},
                          [kept] { return kept; }};
  });
}

TEST_CASE("the seat goes from one to the next as long as there is work for no other") {
  tests::explore(4000, [] {
    auto s = std::make_shared<callers>();
    return tests::program{
        {[s] { s->wait_for(0, 0); }, [s] { s->wait_for(1, 1); }, [s] { s->wait_for(2, 2); }},
        [s] { return s->ended_well(); }};
  });
}

TEST_CASE(
    "nobody-behind: the holder of the seat, which never runs out of tasks, hears that its work is over") {
  tests::explore(4000, [] {
    struct state {
      working::first_seat seat;
      simulated::plain<int> result;
      base::atomic<bool> over{false};
      base::atomic<bool> wrong{false};
    };
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             if (!s->seat.take()) s->wrong.store(true, base::relaxed);
                             while (!(s->seat.is_recalled() && s->over.load(base::relaxed)))
                               simulated::explorer::pause();
                             if (s->result.get() != 7) s->wrong.store(true, base::relaxed);
                             s->seat.leave();
                           },
                           [s] {
                             s->result.set(7);
                             s->over.store(true, base::relaxed);
                             s->seat.report();
                           }},
                          [s] { return !s->wrong.peek(); }};
  });
}

TEST_CASE("nobody-behind: the holder of the seat hears that its work is over also where others report, too") {
  tests::explore(10'000, [] {
    struct state {
      working::first_seat seat;
      std::array<base::atomic<bool>, 2> over{};
    };
    auto s = std::make_shared<state>();
    const auto worker = [s](std::size_t which) {
      s->over[which].store(true, base::relaxed);
      s->seat.report();
    };
    return tests::program{{[s] {
                             while (!(s->seat.is_recalled() && s->over[0].load(base::relaxed) &&
                                      s->over[1].load(base::relaxed)))
                               simulated::explorer::pause();
                           },
                           [=] { worker(0); }, [=] { worker(1); }}};
  });
}
