// A working phase ends exactly when nothing is stored and nothing runs, in every interleaving.
#include <array>
#include <memory>

#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

using shared_list = queue::locked<queue::linked_list<>, sync::spin_lock>;

/// Two stealing queues and a phase; task 0 puts tasks 1 and 2, task 2 puts task 3.
struct state {
  std::array<shared_list, 2> queues;
  working::termination phase;
  std::array<task, 4> tasks;
  std::array<base::atomic<int>, 4> executed{};
  base::atomic<int> after_end{0};

  void execute(unsigned id, task& t) {
    const auto index = static_cast<std::size_t>(&t - tasks.data());
    if (index == 0) {
      queues[id].push(tasks[1]);
      queues[id].push(tasks[2]);
    }
    if (index == 2) queues[id].push(tasks[3]);
    executed[index].fetch_add(1);
    if (!phase.is_open()) after_end.fetch_add(1);
  }

  task* get(unsigned id) {
    if (task* const own = queues[id].take().item) return own;
    return queues[1 - id].steal<queue::end::working>().item;
  }

  void work(unsigned id, int& closed) {
    while (task* const t = get(id)) execute(id, *t);
    if (phase.leave()) ++closed;
  }

  [[nodiscard]] bool all_done() const {
    for (const auto& count : executed) {
      if (count.peek() != 1) return false;
    }
    return after_end.peek() == 0 && !phase.is_open();
  }
};

}  // namespace

TEST_CASE("every task runs once, before the end, and exactly one worker ends the phase") {
  tests::explore(4000, [] {
    auto s = std::make_shared<state>();
    auto closed = std::make_shared<std::array<int, 2>>();
    s->queues[0].push(s->tasks[0]);
    s->phase.open(1);
    return tests::program{{[s, closed] { s->work(0, (*closed)[0]); },
                           [s, closed] {
                             for (int tries = 0; tries < 6 && s->phase.is_open(); ++tries) {
                               if (s->phase.enter()) s->work(1, (*closed)[1]);
                             }
                           }},
                          [s, closed] { return s->all_done() && (*closed)[0] + (*closed)[1] == 1; }};
  });
}

TEST_CASE("no worker enters a phase that has ended") {
  tests::explore(2000, [] {
    auto p = std::make_shared<working::termination>();
    auto wrong = std::make_shared<base::atomic<int>>(0);
    p->open(1);
    const auto visitor = [p, wrong] {
      if (!p->enter()) return;
      if (!p->is_open()) wrong->fetch_add(1);
      if (p->leave() && p->is_open()) wrong->fetch_add(1);
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

    void leave() {
      if (!phase.is_open()) wrong.fetch_add(1);
      if (phase.leave()) ended.fetch_add(1);
    }
  };
  tests::explore(6000, [] {
    auto s = std::make_shared<shared>();
    const auto runner = [s] {
      for (int i = 0; i < 2; ++i) {
        if (!s->phase.claim()) continue;
        if (s->phase.is_open()) s->wrong.fetch_add(1);
        s->opened.fetch_add(1);
        s->phase.open(1);
        s->leave();
      }
    };
    const auto worker = [s] {
      for (int i = 0; i < 4; ++i) {
        if (s->phase.enter()) s->leave();
      }
    };
    const auto guest = [s] {
      for (int i = 0; i < 2; ++i) {
        if (s->phase.admit()) s->opened.fetch_add(1);
        while (!s->phase.is_open()) {}  // it may be claimed
        s->leave();
      }
    };
    return tests::program{{runner, worker, worker, guest}, [s] {
                            return s->wrong.peek() == 0 && s->opened.peek() == s->ended.peek() &&
                                   !s->phase.is_open() && s->phase.busy() == 0;
                          }};
  });
}
