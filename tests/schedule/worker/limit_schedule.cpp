// Workers stand aside and come back in every interleaving, and nothing is lost
// (docs/internals/verification/bugs-of-others.md: quota).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/oversubscription/worker_limit.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/machine/false_root.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

using shared_list = queue::locked<queue::linked_list<>, sync::spin_lock>;

/// Three stealing queues, a phase and a limit; task 0 puts tasks 1 to 3, tasks 1 and 2 put one more each.
struct state {
  static constexpr unsigned workers = 3;
  std::array<shared_list, workers> queues;
  working::termination phase;
  working::worker_limit limit{working::staffing::all_of(workers), true};
  std::array<tests::parcel<>, 6> tasks;
  std::array<simulated::plain<int>, 6> results{};
  base::atomic<int> wrong{0};
  base::atomic<int> closed{0};

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  void push(unsigned id, std::size_t which) {
    tasks[which].load();
    queues[id].push(tasks[which]);
  }

  void execute(unsigned id, task& t) {
    auto& parcel = static_cast<tests::parcel<>&>(t);
    const auto index = static_cast<std::size_t>(&parcel - tasks.data());
    expect(parcel.take());
    if (index == 0) {
      for (std::size_t i = 1; i <= 3; ++i) push(id, i);
    } else if (index <= 2) {
      push(id, index + 3);
    }
    results[index].set(1);
    expect(phase.is_open());
  }

  task* get(unsigned id) {
    if (task* const own = queues[id].take().item) return own;
    for (unsigned other = 0; other < workers; ++other) {
      if (other == id) continue;
      if (task* const stolen = queues[other].steal<queue::end::working>().item) return stolen;
    }
    return nullptr;
  }

  // As working::engine does.
  bool stands_aside(unsigned id) {
    if (!limit.surplus(id)) return false;
    if (queues[id].looks_empty()) return true;
    limit.stand_aside(id, [this] { return phase.busy(); }, [] { return true; }, [] { return false; });
    return limit.surplus(id) && queues[id].looks_empty();
  }

  void work(unsigned id) {
    while (!stands_aside(id)) {
      task* const t = get(id);
      if (t == nullptr) break;
      execute(id, *t);
    }
    if (phase.leave()) {
      closed.fetch_add(1, base::relaxed);
      for (auto& each : results) expect(each.get() == 1);
    } else {
      limit.left([this] { return phase.busy(); });
    }
  }

  [[nodiscard]] bool all_done() const {
    for (const auto& each : tasks) {
      if (each.times_taken() != 1) return false;
    }
    return wrong.peek() == 0 && closed.peek() == 1 && !phase.is_open();
  }
};

}  // namespace

TEST_CASE("quota: the limit falls and rises: every task once, one end, no worker rests for ever") {
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    s->push(0, 0);
    s->phase.open(1);
    const auto helper = [s](unsigned id) {
      return [s, id] {
        for (int tries = 0; tries < 5 && s->phase.is_open(); ++tries) {
          if (!s->limit.surplus(id) && s->phase.enter()) s->work(id);
        }
      };
    };
    return tests::program{{[s] { s->work(0); }, helper(1), helper(2),
                           [s] {
                             for (const unsigned allowed : {1U, 2U, 1U}) s->limit.set(allowed, [] {});
                           }},
                          [s] { return s->all_done(); }};
  });
}

namespace {

/// A phase of workers 0 and 2, of which the latter is surplus and stands aside, and a guest that fills an inbox.
struct waiting_state {
  working::termination phase;
  working::worker_limit limit{working::staffing::all_of(3), true};
  working::inbox<task> inbox;
  sync::parking alone{1};
  base::atomic<bool> done{false};  // what worker 2 has to do
  simulated::plain<int> made;      // by that
  base::atomic<bool> wrong{false};
  tests::parcel<> brought;

  waiting_state() {
    limit.set(1, [] {});
    phase.open(2);
  }

  auto takers() {
    return [this] { return phase.busy() - (inbox.looks_empty() ? 0 : 1); };
  }

  void stand_aside() {
    limit.stand_aside(2, takers(), [] { return true; }, [] { return false; });
    made.set(1);
    done.store(true, base::relaxed);
    alone.wake(0);
  }

  void bring() {
    brought.load();
    static_cast<void>(inbox.push(brought, [&] { phase.admit(); }));
    limit.inbox_filled();
  }

  [[nodiscard]] bool is_well(std::uint32_t busy) const {
    return done.peek() && !wrong.peek() && phase.busy() == busy;
  }
};

}  // namespace

TEST_CASE(
    "lock-reentry: a surplus worker goes on when only one that waits alone and a filled inbox are left") {
  tests::explore(30'000, [] {
    auto s = std::make_shared<waiting_state>();
    return tests::program{{[s] {  // worker 0
                             s->alone.prepare(0);
                             if (s->done.load(base::relaxed)) {
                               s->alone.cancel(0);
                               return;
                             }
                             s->limit.while_taking_none(s->takers(), [&] { s->alone.park(0); });
                             if (s->made.get() != 1 || !s->done.load(base::relaxed))
                               s->wrong.store(true, base::relaxed);
                           },
                           [s] { s->stand_aside(); }, [s] { s->bring(); }},
                          [s] { return s->is_well(3); }};
  });
}

TEST_CASE("quota: a surplus worker goes on when the last other one leaves while an inbox fills") {
  tests::explore(30'000, [] {
    auto s = std::make_shared<waiting_state>();
    return tests::program{{[s] {
                             if (s->phase.leave()) s->wrong.store(true, base::relaxed);
                             s->limit.left(s->takers());
                           },
                           [s] { s->stand_aside(); }, [s] { s->bring(); }},
                          [s] { return s->is_well(2); }};
  });
}

TEST_CASE("quota: a resting worker is woken by growth, and by the end") {
  tests::explore(1000, [] {
    auto s = std::make_shared<state>();
    auto stop = std::make_shared<base::atomic<bool>>(false);
    s->limit.set(1, [] {});
    const auto rest = [s, stop](unsigned id) {
      s->limit.rest(
          id, [&] { return stop->load(base::relaxed) || !s->limit.surplus(id); }, [] { return true; });
    };
    return tests::program{{[rest, s, stop] {
                             rest(1);  // until the limit grows
                             stop->store(true, base::relaxed);
                             s->limit.wake_all();
                           },
                           [rest] { rest(2); },  // until the end
                           [s] { s->limit.set(2, [] {}); }},
                          [s] { return s->limit.allowed() == 2; }};
  });
}

namespace {

/// Three workers where there is one processor.
struct spare_state {
  working::worker_limit limit;
  base::atomic<bool> open{false};
  static constexpr unsigned lookout = 2;

  explicit spare_state(const tests::false_root& one)
      : limit(working::staffing({.workers = 3, .surplus = surplus_use::rest, .machine_root = one.path()}),
              true, true) {}
};

/// A worker waits in a task, and there are more of them.
struct wants_one_more {
  [[nodiscard]] static bool has_work() { return true; }
  [[nodiscard]] static bool one_seeks() { return false; }
  [[nodiscard]] static std::uint64_t pulse(unsigned) { return 0; }
};

}  // namespace

TEST_CASE("surplus: a lookout that looks rarely, for lack of a run, is woken when one begins") {
  tests::false_root one;
  one.mask("0");
  tests::explore(2000, [&] {
    auto s = std::make_shared<spare_state>(one);
    auto seen = std::make_shared<bool>(false);
    return tests::program{{[s, seen] {
                             s->limit.rest(
                                 spare_state::lookout, [&] { return *seen; },
                                 [&] { return *seen = s->open.load(base::relaxed); });
                           },
                           [s] {
                             s->open.store(true, base::relaxed);
                             s->limit.run_begins();
                           }},
                          [seen] { return *seen; }};
  });
}

TEST_CASE("surplus: what the program says of its workers is not changed by a look under way") {
  tests::false_root one;
  one.mask("0");
  tests::explore(500, [&] {
    auto s = std::make_shared<spare_state>(one);
    return tests::program{{[s] { s->limit.judge(wants_one_more{}, [] {}); }, [s] { s->limit.set(1, [] {}); }},
                          [s] { return s->limit.allowed() == 1; }};
  });
}
