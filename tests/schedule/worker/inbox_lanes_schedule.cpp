// Several inboxes of one worker, which looks at the first one alone: it is told where there is something in another.
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/inbox_lanes.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

struct state {
  using lanes = working::inbox_lanes<task>;

  working::termination phase;
  lanes open;
  std::array<tests::parcel<>, 4> tasks;
  std::array<base::atomic<int>, 4> executed{};
  base::atomic<int> wrong{0};

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  void push(unsigned lane, std::size_t i) {
    tasks[i].load();
    if (open.push(lane, tasks[i], [this] { phase.admit(); })) static_cast<void>(phase.leave());
  }

  /// Takes all, and checks that each comes once, with its data.
  void take() {
    if (!phase.enter()) return;
    lanes::lists taken;
    unsigned filled = open.take_all(taken);
    for (task* item : taken) {
      while (item != nullptr) {
        auto& parcel = static_cast<tests::parcel<>&>(*std::exchange(item, item->next));
        expect(parcel.take());
        executed[static_cast<std::size_t>(&parcel - tasks.data())].fetch_add(1, base::relaxed);
      }
    }
    for (; filled > 0; --filled) expect(!phase.leave());  // on behalf of the lanes: this worker is still busy
    static_cast<void>(phase.leave());
  }

  /// The worker, which only looks at the first one.
  void work(int looks) {
    while (looks-- > 0) {
      if (!open.first().is_quiet()) take();
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

  /// When nobody is at it any more.
  [[nodiscard]] bool holds(int all) {
    if (wrong.peek() != 0 || done() < 0) return false;
    const unsigned filled = open.looks_filled();  // none where the first one is quiet: IL-L1
    if (phase.busy() != filled || phase.is_open() != (filled != 0)) return false;
    work(2);
    return wrong.peek() == 0 && done() == all && !phase.is_open() && phase.busy() == 0;
  }
};

}  // namespace

TEST_CASE("missed-queue: a worker that looks at one inbox learns what is in the others") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->push(1, 0);
                             s->push(2, 1);
                           },
                           [s] {
                             s->push(1, 2);
                             s->push(0, 3);
                           },
                           [s] { s->work(4); }},
                          [s] { return s->holds(4); }};
  });
}

TEST_CASE("missed-queue: another worker empties all of them meanwhile") {
  tests::explore(6000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             for (unsigned i = 0; i < 4; ++i) s->push(i % 2 + 1, i);
                           },
                           [s] { s->work(3); },
                           [s] {
                             s->take();
                             s->take();
                           }},
                          [s] { return s->holds(4); }};
  });
}

TEST_CASE("a call stands when the tasks are taken, and a hint does not") {
  tests::explore(1, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                            s->open.first().call();
                            s->push(3, 0);
                            s->take();
                            s->expect(s->open.first().is_called());
                            s->open.first().answer();
                            s->expect(s->open.first().is_quiet());
                          }},
                          [s] { return s->holds(1); }};
  });
}
