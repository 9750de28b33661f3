// Tasks from outside: the phase opens for them and does not close over one that has not been taken.
#include <array>
#include <memory>

#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/external_callers.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct state {
  working::termination phase;
  working::inbox<task> inbox;
  std::array<task, 4> tasks;
  std::array<base::atomic<int>, 4> executed{};
  base::atomic<int> wrong{0};

  void push(std::size_t i) {
    if (inbox.push(tasks[i], [this] { phase.admit(); })) static_cast<void>(phase.leave());
  }

  /// Looks a few times, as a worker that is awake.
  void serve(int looks) {
    while (looks-- > 0) {
      if (inbox.looks_empty() || !phase.enter()) continue;
      if (task* item = inbox.take_all(); item != nullptr) {
        while (item != nullptr) {
          auto& count = executed[static_cast<std::size_t>(item - tasks.data())];
          item = item->next;  // it may come again as soon as it has run
          count.fetch_add(1);
        }
        if (phase.leave()) wrong.fetch_add(1);  // on behalf of the inbox: this worker is still busy
        if (!phase.is_open()) wrong.fetch_add(1);
      }
      static_cast<void>(phase.leave());
    }
  }

  [[nodiscard]] int done() const {
    int sum = 0;
    for (const auto& each : executed) {
      if (each.peek() > 1) return -1;
      sum += each.peek();
    }
    return sum;
  }
};

}  // namespace

TEST_CASE("what is in the inbox keeps the phase open, and what is taken does not") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->push(0);
                             s->push(1);
                           },
                           [s] {
                             s->push(2);
                             s->push(3);
                           },
                           [s] { s->serve(4); }},
                          [s] {
                            if (s->wrong.peek() != 0 || s->done() < 0) return false;
                            if (s->phase.is_open() != !s->inbox.looks_empty()) return false;
                            if (s->phase.busy() != (s->inbox.looks_empty() ? 0U : 1U)) return false;
                            s->serve(1);
                            return s->done() == 4 && !s->phase.is_open() && s->phase.busy() == 0;
                          }};
  });
}

TEST_CASE("a caller that has claimed the phase is alone, and finds the guests counted when it opens") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             if (!s->phase.claim()) return;
                             if (s->phase.is_open() || s->phase.enter()) s->wrong.fetch_add(1);
                             s->phase.open(1);
                             static_cast<void>(s->phase.leave());
                           },
                           [s] { s->push(0); }, [s] { s->serve(3); }},
                          [s] {
                            s->serve(1);
                            return s->wrong.peek() == 0 && s->done() == 1 && !s->phase.is_open() &&
                                   s->phase.busy() == 0;
                          }};
  });
}

TEST_CASE("await_departures returns after all guests that were inside have left") {
  tests::explore(2000, [] {
    struct shared {
      working::external_callers book;
      base::atomic<bool> inside{false};
      base::atomic<bool> gone{false};
      base::atomic<int> wrong{0};
    };
    auto s = std::make_shared<shared>();
    return tests::program{{[s] {
                             const unsigned place = s->book.enter();
                             s->inside.store(true);
                             s->gone.store(true);
                             s->book.leave(place);
                           },
                           [s] {
                             const bool was_inside = s->inside.load();
                             s->book.await_departures();
                             if (was_inside && !s->gone.load()) s->wrong.fetch_add(1);
                           }},
                          [s] { return s->wrong.peek() == 0; }};
  });
}

TEST_CASE(
    "two workers that empty the inbox again and again, and tasks that come again as soon as they have run") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    const auto guest = [s](std::size_t i) {
      for (int times = 1; times <= 3; ++times) {
        s->push(i);
        while (s->executed[i].load() < times) {}
      }
    };
    const auto server = [s] {
      while (s->executed[0].load() + s->executed[1].load() < 6) s->serve(1);
    };
    return tests::program{{[=] { guest(0); }, [=] { guest(1); }, server, server}, [s] {
                            return s->wrong.peek() == 0 && s->executed[0].peek() == 3 &&
                                   s->executed[1].peek() == 3 && !s->phase.is_open() && s->phase.busy() == 0;
                          }};
  });
}
