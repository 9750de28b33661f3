// Workers stand aside and come back in every interleaving, and nothing is lost (docs/internals/bugs-of-others.md:
// quota).
#include <array>
#include <cstdint>
#include <memory>

#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/oversubscription/worker_limit.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/machine/false_root.hpp"

using namespace jackdaw;

namespace {

using shared_list = queue::locked<queue::linked_list<>, sync::spin_lock>;

/// Three stealing queues, a phase and a limit; task 0 puts tasks 1 to 3, tasks 1 and 2 put one more each.
struct state {
  static constexpr unsigned workers = 3;
  std::array<shared_list, workers> queues;
  working::termination phase;
  working::worker_limit limit{working::staffing::all_of(workers), true};
  std::array<task, 6> tasks;
  std::array<base::atomic<int>, 6> executed{};
  base::atomic<int> after_end{0};
  base::atomic<int> closed{0};

  void execute(unsigned id, task& t) {
    const auto index = static_cast<std::size_t>(&t - tasks.data());
    if (index == 0) {
      for (std::size_t i = 1; i <= 3; ++i) queues[id].push(tasks[i]);
    } else if (index <= 2) {
      queues[id].push(tasks[index + 3]);
    }
    executed[index].fetch_add(1);
    if (!phase.is_open()) after_end.fetch_add(1);
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
      closed.fetch_add(1);
    } else {
      limit.left([this] { return phase.busy(); });
    }
  }

  [[nodiscard]] bool all_done() const {
    for (const auto& count : executed) {
      if (count.peek() != 1) return false;
    }
    return after_end.peek() == 0 && closed.peek() == 1 && !phase.is_open();
  }
};

}  // namespace

TEST_CASE("quota: the limit falls and rises: every task once, one end, no worker rests for ever") {
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    s->queues[0].push(s->tasks[0]);
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

TEST_CASE(
    "lock-reentry: a surplus worker goes on when only one that waits alone and a filled inbox are left") {
  struct waiting_state {
    working::termination phase;
    working::worker_limit limit{working::staffing::all_of(3), true};
    working::inbox<task> inbox;
    sync::parking alone{1};
    base::atomic<bool> done{false};  // what worker 2 has to do
    task brought;

    auto takers() {
      return [this] { return phase.busy() - (inbox.looks_empty() ? 0 : 1); };
    }
  };
  tests::explore(2000, [] {
    auto s = std::make_shared<waiting_state>();
    s->limit.set(1, [] {});
    s->phase.open(2);
    return tests::program{{[s] {  // worker 0
                             s->alone.prepare(0);
                             if (s->done.load()) {
                               s->alone.cancel(0);
                             } else {
                               s->limit.while_taking_none(s->takers(), [&] { s->alone.park(0); });
                             }
                           },
                           [s] {  // worker 2
                             s->limit.stand_aside(2, s->takers(), [] { return true; }, [] { return false; });
                             s->done.store(true);
                             s->alone.wake(0);
                           },
                           [s] {  // a guest
                             static_cast<void>(s->inbox.push(s->brought, [&] { s->phase.admit(); }));
                             s->limit.inbox_filled();
                           }},
                          [s] { return s->done.peek() && s->phase.busy() == 3; }};
  });
}

TEST_CASE("quota: a resting worker is woken by growth, and by the end") {
  tests::explore(1000, [] {
    auto s = std::make_shared<state>();
    auto stop = std::make_shared<base::atomic<bool>>(false);
    s->limit.set(1, [] {});
    const auto rest = [s, stop](unsigned id) {
      s->limit.rest(id, [&] { return stop->load() || !s->limit.surplus(id); }, [] { return true; });
    };
    return tests::program{{[rest, s, stop] {
                             rest(1);  // until the limit grows
                             stop->store(true);
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
  [[nodiscard]] static bool somebody_seeks() { return false; }
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
