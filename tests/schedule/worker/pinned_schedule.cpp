// Tasks that only one worker may take: it is called for each, in every interleaving, and the phase does not end
// before (docs/internals/verification/bugs-of-others.md: missed-queue, phase-early-end).
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include <jackdaw/sync/parking.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/external/pinned_tasks.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

/// An owner, which sleeps when it is not called, and threads that bring tasks, as in worker/engine/terminating_pool.hpp
/// and worker/engine/worker_loop.hpp.
struct state {
  working::termination phase;
  working::inbox<task> door;
  working::pinned_tasks<task> pinned{door};
  sync::parking sleeping{1};
  std::array<tests::parcel<>, 4> tasks;
  std::array<base::atomic<int>, 4> executed{};
  base::atomic<int> shown{0};
  base::atomic<int> wrong{0};

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  void deliver(std::size_t i, working::sender by) {
    tasks[i].load();
    if (pinned.push(tasks[i], by, [this] { phase.admit(); })) static_cast<void>(phase.leave());
    sleeping.wake(0);
  }

  task* next() {
    if (!door.is_called()) return nullptr;
    for (unsigned lists = pinned.fetch([this](task&) { shown.fetch_add(1, base::relaxed); }); lists != 0;
         --lists) {
      expect(!phase.leave());  // on behalf of the list: the owner is still busy
    }
    return pinned.take();
  }

  void execute(task& t) {
    auto& parcel = static_cast<tests::parcel<>&>(t);
    expect(parcel.take());
    executed[static_cast<std::size_t>(&parcel - tasks.data())].fetch_add(1,
                                                                         base::release);  // it may come again
    expect(phase.is_open());
  }

  void work() {
    while (task* const t = next()) execute(*t);
    expect(!pinned.has_fetched());
    static_cast<void>(phase.leave());
  }

  [[nodiscard]] bool called() const { return phase.is_open() && door.is_called(); }

  void serve(int tasks_in_all) {
    while (done() < tasks_in_all) {
      if (called() && phase.enter()) {
        work();
      } else {
        sleeping.park_unless(0, [this] { return called(); });
      }
    }
  }

  /// One that is awake, and takes what is in the inbox, as any busy worker may.
  void take_in(int looks) {
    while (looks-- > 0) {
      if (door.looks_empty() || !phase.enter()) continue;
      if (task* item = door.take_all(); item != nullptr) {
        while (item != nullptr) execute(*std::exchange(item, item->next));
        expect(!phase.leave());
      }
      static_cast<void>(phase.leave());
    }
  }

  [[nodiscard]] int done() const {
    int sum = 0;
    for (const auto& each : executed) sum += each.peek();
    return sum;
  }
  [[nodiscard]] bool each_once(std::size_t count) const { return each_executed(count, 1); }
  [[nodiscard]] bool each_executed(std::size_t count, int times) const {
    for (std::size_t i = 0; i < executed.size(); ++i) {
      if (executed[i].peek() != (i < count ? times : 0)) return false;
    }
    return wrong.peek() == 0;
  }
  [[nodiscard]] bool is_over() const { return !phase.is_open() && phase.busy() == 0; }
};

}  // namespace

TEST_CASE("missed-queue: the owner gets all that workers and guests bring, and then the phase ends") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->deliver(0, working::sender::guest);
                             s->deliver(1, working::sender::guest);
                           },
                           [s] {
                             s->phase.admit();  // a busy worker
                             s->deliver(2, working::sender::worker);
                             s->deliver(3, working::sender::worker);
                             static_cast<void>(s->phase.leave());
                           },
                           [s] { s->serve(4); }},
                          [s] { return s->each_once(4) && s->shown.peek() == 2 && s->is_over(); }};
  });
}

TEST_CASE("missed-queue: an owner that is called while the phase is claimed is woken when it opens") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             if (!s->phase.claim()) return;
                             if (s->phase.open(1) && s->door.was_called()) s->sleeping.wake(0);
                             static_cast<void>(s->phase.leave());
                           },
                           [s] { s->deliver(0, working::sender::guest); },
                           [s] { s->deliver(1, working::sender::guest); }, [s] { s->serve(2); }},
                          [s] { return s->each_once(2) && s->is_over(); }};
  });
}

TEST_CASE("missed-queue: a worker that empties the inbox leaves the call") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->deliver(0, working::sender::guest); },
                           [s] {
                             s->tasks[1].load();
                             if (s->door.push(s->tasks[1], [&] { s->phase.admit(); }))
                               static_cast<void>(s->phase.leave());
                           },
                           [s] { s->take_in(3); },
                           [s] {
                             while (s->executed[0].load(base::relaxed) == 0) {
                               if (s->called() && s->phase.enter()) {
                                 s->work();
                               } else {
                                 s->sleeping.park_unless(0, [&] { return s->called(); });
                               }
                             }
                           }},
                          [s] {
                            s->take_in(1);
                            return s->each_once(2) && s->is_over();
                          }};
  });
}

TEST_CASE("missed-queue: two threads that bring tasks twice, and phases that are claimed again meanwhile") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    const auto runner = [s] {
      for (int times = 0; times < 2; ++times) {
        if (!s->phase.claim()) continue;
        if (s->phase.open(1) && s->door.was_called()) s->sleeping.wake(0);
        static_cast<void>(s->phase.leave());
      }
    };
    const auto guest = [s](std::size_t first) {
      s->deliver(first, working::sender::guest);
      s->deliver(first + 1, working::sender::guest);
    };
    return tests::program{{runner, [=] { guest(0); }, [=] { guest(2); }, [s] { s->serve(4); }},
                          [s] { return s->each_once(4) && s->is_over(); }};
  });
}

TEST_CASE(
    "missed-queue: pinned tasks that come again as soon as they have run, from a worker and from a guest") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    const auto sender = [s](std::size_t i, working::sender by) {
      for (int times = 1; times <= 3; ++times) {
        const bool works = by == working::sender::worker;
        if (works) s->phase.admit();
        s->deliver(i, by);
        if (works) static_cast<void>(s->phase.leave());
        tests::wait_for(s->executed[i], times);
      }
    };
    return tests::program{{[=] { sender(0, working::sender::guest); },
                           [=] { sender(1, working::sender::worker); }, [s] { s->serve(6); }},
                          [s] { return s->each_executed(2, 3) && s->shown.peek() == 3 && s->is_over(); }};
  });
}
