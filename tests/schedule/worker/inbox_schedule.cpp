// Tasks from outside: the phase opens for them and does not close over one that no worker has taken. They bring data.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

struct state {
  working::termination phase;
  working::inbox<task> inbox;
  std::array<tests::parcel<>, 4> tasks;
  std::array<simulated::plain<int>, 2> served{};  // of each server, while it is busy
  simulated::plain<int> alone;                    // of the one that has claimed the phase; servers read it
  std::array<base::atomic<int>, 4> executed{};
  base::atomic<int> wrong{0};

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  void push(std::size_t i) {
    tasks[i].load();
    if (inbox.push(tasks[i], [this] { phase.admit(); })) static_cast<void>(phase.leave());
  }

  /// Looks a few times, as a worker that is awake.
  void serve(std::size_t as, int looks) {
    while (looks-- > 0) {
      if (inbox.looks_empty() || !phase.enter()) continue;
      static_cast<void>(alone.get());
      if (task* item = inbox.take_all(); item != nullptr) {
        while (item != nullptr) {
          auto& parcel = static_cast<tests::parcel<>&>(*item);
          auto& count = executed[static_cast<std::size_t>(&parcel - tasks.data())];
          item = item->next;  // it may come again as soon as it has run
          expect(parcel.take());
          served[as].set(served[as].get() + 1);
          count.fetch_add(1, base::release);  // its memory is the guest's again
        }
        expect(!phase.leave());  // on behalf of the inbox: this worker is still busy
        expect(phase.is_open());
      }
      static_cast<void>(phase.leave());
    }
  }

  /// With the phase to itself, if it is closed.
  void run() {
    if (!phase.claim()) return;
    expect(!phase.is_open() && !phase.enter());
    int sum = 0;
    for (const auto& each : served) sum += each.get();
    alone.set(sum);
    phase.open(1);
    static_cast<void>(phase.leave());
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
                           [s] { s->serve(0, 4); }},
                          [s] {
                            if (s->wrong.peek() != 0 || s->done() < 0) return false;
                            if (s->phase.is_open() != !s->inbox.looks_empty()) return false;
                            if (s->phase.busy() != (s->inbox.looks_empty() ? 0U : 1U)) return false;
                            s->serve(0, 1);
                            return s->done() == 4 && !s->phase.is_open() && s->phase.busy() == 0;
                          }};
  });
}

TEST_CASE("a caller that has claimed the phase is alone, and finds the guests counted when it opens") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->run(); }, [s] { s->push(0); }, [s] { s->serve(0, 3); }}, [s] {
                            s->serve(0, 1);
                            return s->wrong.peek() == 0 && s->done() == 1 && !s->phase.is_open() &&
                                   s->phase.busy() == 0;
                          }};
  });
}

TEST_CASE("a thread that claims the phase again and again sees what two have done with what came in before") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             for (int times = 0; times < 4; ++times) s->run();
                           },
                           [s] {
                             for (std::size_t i = 0; i < 4; ++i) s->push(i);
                           },
                           [s] { s->serve(0, 4); }, [s] { s->serve(1, 4); }},
                          [s] {
                            s->serve(0, 1);
                            return s->wrong.peek() == 0 && s->done() == 4 && !s->phase.is_open();
                          }};
  });
}

TEST_CASE(
    "two workers that empty the inbox again and again, and tasks that come again as soon as they have run") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    const auto guest = [s](std::size_t i) {
      for (int times = 1; times <= 3; ++times) {
        s->push(i);
        tests::wait_for(s->executed[i], times);
      }
    };
    const auto server = [s](std::size_t as) {
      while (s->executed[0].load(base::relaxed) + s->executed[1].load(base::relaxed) < 6) s->serve(as, 1);
    };
    return tests::program{{[=] { guest(0); }, [=] { guest(1); }, [=] { server(0); }, [=] { server(1); }},
                          [s] {
                            return s->wrong.peek() == 0 && s->executed[0].peek() == 3 &&
                                   s->executed[1].peek() == 3 && !s->phase.is_open() && s->phase.busy() == 0;
                          }};
  });
}
