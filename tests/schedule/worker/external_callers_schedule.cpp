// Threads that are no workers: each place has one of them at a time, which finds what the last one has left there; and
// a thread that waits for their departure finds all of it.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/worker/external/external_callers.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct state {
  working::external_callers book;
  std::array<simulated::plain<int>, working::external_callers::places> parts{};  // of the memory manager, say
  base::atomic<int> have_entered{0};
  base::atomic<int> wrong{0};

  void visit() {
    const unsigned place = book.enter();
    have_entered.fetch_add(1, base::release);
    parts[place].set(parts[place].get() + 1);
    if (!book.has_any()) wrong.fetch_add(1, base::relaxed);
    parts[place].set(parts[place].get() + 1);
    book.leave(place);
  }

  /// When no thread comes any more.
  void destroy(int visits) {
    book.await_departures();
    int sum = 0;
    for (auto& each : parts) {
      sum += each.get();
      each.set(-1);
    }
    if (sum != 2 * visits) wrong.fetch_add(1, base::relaxed);
  }
};

}  // namespace

TEST_CASE("await_departures returns after every thread that was inside has left") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->visit(); }, [s] { s->visit(); },
                           [s] {
                             tests::wait_for(s->have_entered, 2);
                             s->destroy(2);
                           }},
                          [s] { return s->wrong.peek() == 0; }};
  });
}

TEST_CASE("more guests than places, which come twice each") {
  tests::explore(1500, [] {
    auto s = std::make_shared<state>();
    tests::program all;
    for (int guest = 0; guest < 5; ++guest) {
      all.threads.emplace_back([s] {
        s->visit();
        s->visit();
      });
    }
    all.threads.emplace_back([s] {
      tests::wait_for(s->have_entered, 10);
      s->destroy(10);
    });
    all.holds = [s] { return s->wrong.peek() == 0 && !s->book.has_any(); };
    return all;
  });
}
