// A working phase ends exactly when nothing is stored and nothing runs, in every interleaving; and a thread that knows
// that it has ended, or has entered it, sees what was done before.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

using shared_list = queue::locked<queue::linked_list<>, sync::spin_lock>;

/// Two stealing queues and a phase; task 0 puts tasks 1 and 2, task 2 puts task 3.
struct state {
  std::array<shared_list, 2> queues;
  working::termination phase;
  std::array<tests::parcel<>, 4> tasks;
  simulated::plain<int> input;  // of the thread that opens the phase, for all that enter it
  std::array<simulated::plain<int>, 4> results;
  base::atomic<int> wrong{0};
  base::atomic<int> ended{0};

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  void push(unsigned id, std::size_t which) {
    tasks[which].load();
    queues[id].push(tasks[which]);
  }

  void execute(unsigned id, task& t) {
    const auto index = static_cast<std::size_t>(static_cast<tests::parcel<>*>(&t) - tasks.data());
    expect(tasks[index].take());
    if (index == 0) {
      push(id, 1);
      push(id, 2);
    }
    if (index == 2) push(id, 3);
    results[index].set(input.get());
    expect(phase.is_open());
  }

  task* get(unsigned id) {
    if (task* const own = queues[id].take().item) return own;
    return queues[1 - id].steal<queue::end::working>().item;
  }

  /// By one that is busy.
  void work(unsigned id) {
    expect(input.get() != 0);
    while (task* const t = get(id)) execute(id, *t);
    if (phase.leave()) ended.fetch_add(1, base::relaxed);
  }

  void help(unsigned id, int tries) {
    while (tries-- > 0) {
      if (phase.enter()) work(id);
    }
  }

  /// By one that has claimed the phase, or before there is any.
  void open(int with) {
    input.set(with);
    push(0, 0);
    phase.open(1);
  }

  [[nodiscard]] bool has_results(int of) const {
    for (const auto& each : results) {
      if (each.get() != of) return false;
    }
    return true;
  }

  [[nodiscard]] bool well(int phases) const {
    for (const auto& each : tasks) {
      if (each.times_taken() != phases) return false;
    }
    return wrong.peek() == 0 && ended.peek() == phases && !phase.is_open();
  }
};

}  // namespace

TEST_CASE("every task runs once, before the end, and exactly one worker ends the phase") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    s->open(1);
    return tests::program{{[s] { s->work(0); }, [s] { s->help(1, 6); }}, [s] { return s->well(1); }};
  });
}

TEST_CASE(
    "a thread that ends a phase, sees it closed or at rest, or claims the next sees what was done in it") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    s->open(1);
    const auto last = [s](unsigned id) {
      s->expect(s->input.get() == 1);
      while (task* const t = s->get(id)) s->execute(id, *t);
      if (!s->phase.leave()) return;
      s->ended.fetch_add(1, base::relaxed);
      s->expect(s->has_results(1));
    };
    return tests::program{{[last] { last(0); },
                           [s, last] {
                             for (int tries = 0; tries < 4; ++tries) {
                               if (s->phase.enter()) last(1);
                             }
                           },
                           [s] {
                             while (s->phase.is_open()) simulated::explorer::pause();
                             s->expect(s->has_results(1));
                           },
                           [s] {
                             while (!working::termination::is_rest(s->phase.state()))
                               simulated::explorer::pause();
                             s->expect(s->has_results(1));
                           }},
                          [s] { return s->well(1); }};
  });
}

TEST_CASE("one runs phase after phase with the same tasks, and two help") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             for (int phases = 1; phases <= 3; ++phases) {
                               s->expect(s->phase.claim());
                               s->open(phases);
                               s->work(0);
                               while (s->phase.is_open()) simulated::explorer::pause();
                               s->expect(s->has_results(phases));
                             }
                           },
                           [s] { s->help(1, 8); }, [s] { s->help(1, 4); }},
                          [s] { return s->well(3); }};
  });
}

TEST_CASE("two run phases by turns, each with what the other has left") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>();
    const auto runner = [s] {
      for (int phases = 0; phases < 2; ++phases) {
        while (!s->phase.claim()) simulated::explorer::pause();
        const int before = s->input.get();  // of the other one, or its own
        s->expect(s->has_results(before));
        s->open(before + 1);
        s->work(0);
      }
    };
    return tests::program{{runner, runner, [s] { s->help(1, 6); }}, [s] { return s->well(4); }};
  });
}

TEST_CASE(
    "a guest that has seen rest, and opens the next phase, hands on what it has read and written meanwhile") {
  tests::explore(4000, [] {
    struct shared {
      working::termination phase;
      simulated::plain<int> record;  // as of an observer: by busy ones, and by the guest while there are none
      base::atomic<int> wrong{0};
    };
    auto s = std::make_shared<shared>();
    const auto worker = [s] {
      for (int tries = 0; tries < 4; ++tries) {
        if (!s->phase.enter()) continue;
        s->record.set(s->record.get() + 1);
        static_cast<void>(s->phase.leave());
      }
    };
    const auto guest = [s] {
      for (int runs = 0; runs < 3; ++runs) {
        if (s->record.get() < 0) s->wrong.fetch_add(1, base::relaxed);
        s->record.set(0);
        if (!s->phase.admit()) s->wrong.fetch_add(1, base::relaxed);
        static_cast<void>(s->phase.leave());
        while (!working::termination::is_rest(s->phase.state())) simulated::explorer::pause();
      }
    };
    return tests::program{{guest, worker}, [s] { return s->wrong.peek() == 0; }};
  });
}

TEST_CASE("no worker enters a phase that has ended") {
  tests::explore(2000, [] {
    auto p = std::make_shared<working::termination>();
    auto wrong = std::make_shared<base::atomic<int>>(0);
    p->open(1);
    const auto visitor = [p, wrong] {
      if (!p->enter()) return;
      if (!p->is_open()) wrong->fetch_add(1, base::relaxed);
      if (p->leave() && p->is_open()) wrong->fetch_add(1, base::relaxed);
    };
    return tests::program{{[p] { static_cast<void>(p->leave()); }, visitor, visitor},
                          [p, wrong] { return wrong->peek() == 0 && !p->is_open() && !p->enter(); }};
  });
}

TEST_CASE("phases that follow each other: each is ended once, and no worker is inside of none") {
  struct shared {
    working::termination phase;
    base::atomic<int> opened{0};
    base::atomic<int> ended{0};
    base::atomic<int> wrong{0};
    std::array<simulated::plain<int>, 3> inside{};  // of those that are not alone: while they are busy
    simulated::plain<int> alone{1};  // of the one that has claimed; the others read it while they are busy

    void leave() {
      if (!phase.is_open()) wrong.fetch_add(1, base::relaxed);
      if (phase.leave()) ended.fetch_add(1, base::relaxed);
    }
    void act(std::size_t as) {
      if (alone.get() == 0) wrong.fetch_add(1, base::relaxed);
      inside[as].set(inside[as].get() + 1);
    }
  };
  tests::explore(6000, [] {
    auto s = std::make_shared<shared>();
    const auto runner = [s] {
      for (int i = 0; i < 2; ++i) {
        if (!s->phase.claim()) continue;
        if (s->phase.is_open()) s->wrong.fetch_add(1, base::relaxed);
        s->opened.fetch_add(1, base::relaxed);
        int sum = 1;
        for (auto& each : s->inside) {
          sum += each.get();
          each.set(0);
        }
        s->alone.set(sum);
        s->phase.open(1);
        s->leave();
      }
    };
    const auto worker = [s](std::size_t as) {
      for (int i = 0; i < 4; ++i) {
        if (!s->phase.enter()) continue;
        s->act(as);
        s->leave();
      }
    };
    const auto guest = [s] {
      for (int i = 0; i < 2; ++i) {
        if (s->phase.admit()) s->opened.fetch_add(1, base::relaxed);
        while (!s->phase.is_open()) simulated::explorer::pause();  // it may be claimed
        s->act(2);
        s->leave();
      }
    };
    return tests::program{{runner, [=] { worker(0); }, [=] { worker(1); }, guest}, [s] {
                            return s->wrong.peek() == 0 && s->opened.peek() == s->ended.peek() &&
                                   !s->phase.is_open() && s->phase.busy() == 0;
                          }};
  });
}
